/* Runs in the page: the times between successive frames since the script was injected, in milliseconds. */
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
