/** Says once that nothing is kept on this device, why, and what that means. */
import { useState } from 'react';
import { useStorageTrouble } from './storage.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

const reasons = {
  absent: 'This browser lets the console keep nothing here, as in some private windows.',
  newer: 'A newer version of the console has been used in this browser. Reload the page to get it.',
  blocked:
    'An older version of the console is open in another tab. Close or reload that tab, then reload this one.',
  full: 'This device has no more room for the console. Free some of it, then reload the page.',
  lost: 'The browser’s storage doesn’t answer. Reload the page; if that doesn’t help, restart the browser.',
};

export function StorageNotice() {
  const trouble = useStorageTrouble();
  const [read, setRead] = useState(false);
  if (trouble === null || read) return null;
  return (
    <Banner
      tone="info"
      title="This page works from memory"
      actions={
        <Button size="s" onClick={() => setRead(true)}>
          Understood
        </Button>
      }
    >
      {reasons[trouble]} Until then everything works, but without a network nothing is there to look at, and
      changes that wait to be sent are lost with this page.
    </Banner>
  );
}
