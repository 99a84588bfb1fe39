/** Detects inactivity: the page is hidden, or has had no pointer, key or wheel event for some time. */

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Calls back once after inactivity. Time during which the machine slept counts too.
 * @param ms - how long the inactivity has to last; a hidden page counts as inactive.
 * @param then - called once.
 * @returns a function that stops waiting.
 */
export function onInactive(ms: number, then: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  let seen = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(timer);
    over.abort();
  };
  const look = () => {
    clearTimeout(timer);
    const left = seen + ms - Date.now();
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    stop();
    then();
  };
  const sign = () => {
    // A page that becomes visible after the timeout is sealed before it is painted.
    if (Date.now() - seen >= ms) look();
    else if (!document.hidden) seen = Date.now();
  };
  for (const name of signs) document.addEventListener(name, sign, { passive: true, capture: true, signal });
  document.addEventListener('visibilitychange', sign, { signal });
  timer = setTimeout(look, ms);
  return stop;
}
