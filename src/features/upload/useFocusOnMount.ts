/** Gives the focus to what has just appeared in the place of what had it. */
import { useEffect, useRef } from 'react';

export function useFocusOnMount<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useEffect(() => {
    // In a task of its own: whatever takes the focus is laid out first, which takes as long as putting it there did.
    const turn = setTimeout(() => place.current?.focus());
    return () => clearTimeout(turn);
  }, []);
  return place;
}
