/** Loads the chunk of the code editor on demand. */
import { useEffect, useState } from 'react';

type EditorBundle = typeof import('./editor/bundle.ts');

/** @returns the bundle; null until it has loaded, and if loading fails: plain text works without it. */
export function useEditorBundle(): EditorBundle | null {
  const [bundle, setBundle] = useState<EditorBundle | null>(null);
  useEffect(() => {
    let mounted = true;
    import('./editor/bundle.ts').then(
      (loaded) => mounted && setBundle(loaded),
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);
  return bundle;
}
