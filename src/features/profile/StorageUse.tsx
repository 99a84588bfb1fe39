/** How much the console keeps on this device, and what that is. */
import { useEffect, useState } from 'react';
import { sizeWords } from '#src/shared/format/byteText.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Muted } from '#src/ui/layout.ts';

/** The browser's own estimate; null where it gives none, as without https. */
async function estimate(): Promise<string | null> {
  try {
    const { usage } = await navigator.storage.estimate();
    return usage === undefined ? null : sizeWords(usage);
  } catch {
    return null;
  }
}

export function StorageUse() {
  const [used, setUsed] = useState<string | null>();
  useEffect(() => {
    let gone = false;
    void estimate().then((words) => {
      if (!gone) setUsed(words);
    });
    return () => {
      gone = true;
    };
  }, []);
  const words = used === undefined ? '…' : (used ?? 'This browser doesn’t tell');
  return (
    <>
      <DescriptionList facts={[{ name: 'Storage used', value: words }]} />
      <Muted>
        The console keeps what you have last seen, so that it can show it when the network is away: names and
        descriptions of datasets and schemas, people, and records as they are stored, sealed. Nothing that was
        decrypted and no key is ever kept here. Signing out deletes it all, except your appearance and the
        alerts that you don’t want to see again.
      </Muted>
    </>
  );
}
