/** The editor's own chunk, asked for when a page needs it. */
import { useEffect, useState } from 'react';

type Kit = typeof import('./editor/kit.ts');

/** @returns the kit; null until it is there, and for good where it can't be had: plain text needs none of it. */
export function useEditorKit(): Kit | null {
  const [kit, setKit] = useState<Kit | null>(null);
  useEffect(() => {
    let wanted = true;
    import('./editor/kit.ts').then(
      (loaded) => wanted && setKit(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return kit;
}
