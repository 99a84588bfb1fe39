/** Explains once that nothing is stored on this device, and why. */
import { useState, useSyncExternalStore } from 'react';
import { storageStatus } from '#src/shared/storage/storageStatus.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

const reasons = {
  absent: 'This browser does not let the console store anything, as in some private windows.',
  newer: 'A newer version of the console has been used in this browser. Reload the page to get it.',
  blocked:
    'An older version of the console is open in another tab. Close or reload that tab, then reload this one.',
  full: 'This device has no storage left for the console. Free some space, then reload the page.',
  lost: 'The browser’s storage doesn’t respond. Reload the page; if that doesn’t help, restart the browser.',
};

export function StorageNotice() {
  const problem = useSyncExternalStore(storageStatus.subscribe, storageStatus.get);
  const [dismissed, setDismissed] = useState(false);
  if (problem === null || dismissed) return null;
  return (
    <Banner
      tone="info"
      title="Nothing is stored on this device"
      actions={
        <Button size="s" onClick={() => setDismissed(true)}>
          Got it
        </Button>
      }
    >
      {reasons[problem]} Until then everything works, but nothing can be shown without a network, and unsent
      changes are lost when this page is closed.
    </Banner>
  );
}
