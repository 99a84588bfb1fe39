/** Whether anybody looks at the page: it is in sight, and somebody has moved, pressed or scrolled not long ago. */

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Wait until nobody has looked for a while; a clock that stood still meanwhile, in a machine that slept, counts too.
 * @param ms - how long nobody has to have given a sign; a page out of sight gives none.
 * @param then - called once.
 * @returns what ends the waiting.
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
    // A page that comes back after too long is sealed before anybody sees it.
    if (Date.now() - seen >= ms) look();
    else if (!document.hidden) seen = Date.now();
  };
  for (const name of signs) document.addEventListener(name, sign, { passive: true, capture: true, signal });
  document.addEventListener('visibilitychange', sign, { signal });
  timer = setTimeout(look, ms);
  return stop;
}
