/** Whether the first page is rendered and the browser is idle, so that deferred parts can load. */
import { useEffect, useState } from 'react';

/** Safari has no `requestIdleCallback`. */
const whenIdle = (callback: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, 200);
};

export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
