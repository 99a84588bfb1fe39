/** Focuses an element when it mounts. */
import { useEffect, useRef } from 'react';

export function useFocusOnMount<T extends HTMLElement>() {
  const element = useRef<T>(null);
  useEffect(() => {
    // In a separate task: focusing forces a layout, which takes as long as mounting.
    const timer = setTimeout(() => element.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return element;
}
