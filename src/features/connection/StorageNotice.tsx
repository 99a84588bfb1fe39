/** Says once that nothing is stored on this device, and why. */
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
  lost: 'The browser’s storage doesn’t answer. Reload the page; if that doesn’t help, restart the browser.',
};

export function StorageNotice() {
  const problem = useSyncExternalStore(storageStatus.subscribe, storageStatus.get);
  const [dismissed, setDismissed] = useState(false);
  if (problem === null || dismissed) return null;
  return (
    <Banner
      tone="info"
      title="This page works from memory"
      actions={
        <Button size="s" onClick={() => setDismissed(true)}>
          Understood
        </Button>
      }
    >
      {reasons[problem]} Until then everything works, but nothing can be shown without a network, and changes
      that wait to be sent are lost with this page.
    </Banner>
  );
}
