/** Throttles the text of a live region. */
import { useEffect, useRef, useState } from 'react';

const intervalMs = 5000;

/** Returns the first text at once, then the latest one every five seconds. */
export function useThrottledAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState(text);
  const last = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, last.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return announced;
}
