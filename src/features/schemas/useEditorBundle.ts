/** The editor's own chunk, asked for when a page needs it. */
import { useEffect, useState } from 'react';

type EditorBundle = typeof import('./editor/bundle.ts');

/** @returns the kit; null until it is there, and for good where it can't be had: plain text needs none of it. */
export function useEditorBundle(): EditorBundle | null {
  const [kit, setKit] = useState<EditorBundle | null>(null);
  useEffect(() => {
    let wanted = true;
    import('./editor/bundle.ts').then(
      (loaded) => wanted && setKit(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return kit;
}
