/** The storage used on this device, and what is stored. */
import { useEffect, useState } from 'react';
import { formatBytes } from '#src/shared/format/byteText.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Muted } from '#src/ui/layout.ts';

/** The browser's estimate; null if it has none, as without https. */
async function estimateUsage(): Promise<string | null> {
  try {
    const { usage } = await navigator.storage.estimate();
    return usage === undefined ? null : formatBytes(usage);
  } catch {
    return null;
  }
}

export function StorageUse() {
  const [used, setUsed] = useState<string | null>();
  useEffect(() => {
    let unmounted = false;
    void estimateUsage().then((text) => {
      if (!unmounted) setUsed(text);
    });
    return () => {
      unmounted = true;
    };
  }, []);
  const usage = used === undefined ? '…' : (used ?? 'Not known in this browser');
  return (
    <>
      <DescriptionList facts={[{ name: 'Storage used', value: usage }]} />
      <Muted>
        The console keeps what you have last seen, so that it can show it when the network is away: names and
        descriptions of datasets and schemas, people, and records as they are stored, sealed. Nothing that was
        decrypted and no key is ever kept here. Signing out deletes it all, except your appearance and the
        alerts that you don’t want to see again.
      </Muted>
    </>
  );
}
