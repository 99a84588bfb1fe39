/* Runs in the page: presses the switch, and waits until the first cell has changed and its frame has been painted. */
(async () => {
  const cell = () => document.querySelector('[data-row="1"] > [data-column="2"]')?.textContent;
  const before = cell();
  const started = performance.now();
  document.querySelector('[role="switch"]').click();
  await new Promise((painted) => {
    const check = () => {
      if (cell() === before) requestAnimationFrame(check);
      else requestAnimationFrame(() => setTimeout(painted));
    };
    check();
  });
  return performance.now() - started;
})();
