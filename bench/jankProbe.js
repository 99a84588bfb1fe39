/* Runs in the page: its tasks over 50 ms, and the longest gap between two frames, since the script was injected. */
(() => {
  const seen = { tasks: [], longestGap: 0, last: performance.now(), on: true };
  globalThis.jank = seen;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ at: performance.timeOrigin + startTime, ms: duration });
  }).observe({ type: 'longtask' });
  const frame = () => {
    const now = performance.now();
    seen.longestGap = Math.max(seen.longestGap, now - seen.last);
    seen.last = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
