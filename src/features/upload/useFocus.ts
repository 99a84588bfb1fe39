/** Gives the focus to what has just appeared in the place of what had it. */
import { useEffect, useRef } from 'react';

export function useFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}
