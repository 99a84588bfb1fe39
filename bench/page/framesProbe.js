/* Runs in the page: the time between each two frames since it was injected, in milliseconds. */
(() => {
  const frames = { gaps: [], on: true };
  globalThis.frames = frames;
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    frames.gaps.push(now - last);
    last = now;
    if (frames.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
