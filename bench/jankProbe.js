/* Runs in the page: the longest task and the longest gap between two frames since it was injected. */
(() => {
  const seen = { longestTask: 0, longestGap: 0, last: performance.now(), on: true };
  globalThis.jank = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
  }).observe({ type: 'longtask' });
  const frame = () => {
    const now = performance.now();
    seen.longestGap = Math.max(seen.longestGap, now - seen.last);
    seen.last = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
