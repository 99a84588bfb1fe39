/** Whether the first page stands and the browser has nothing better to do: time for what can wait. */
import { useEffect, useState } from 'react';

/** Safari knows no idle callback; a moment later will do. */
const whenIdle = (then: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then);
  else setTimeout(then, 200);
};

export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
