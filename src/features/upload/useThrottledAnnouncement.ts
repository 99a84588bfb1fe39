/** Words for a listener, at intervals that can be listened to. */
import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two sentences. */
const intervalMs = 5000;

/** The first sentence at once, then the newest one of each five seconds. */
export function useThrottledAnnouncement(words: string): string {
  const [spoken, setSpoken] = useState(words);
  const last = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, last.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSpoken(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return spoken;
}
