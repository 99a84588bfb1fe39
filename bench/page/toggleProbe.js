/* Runs in the page: presses the switch, and waits until the first cell has changed and its frame has been painted. */
(async () => {
  const cell = () => document.querySelector('[data-row="1"] > [data-column="2"]')?.textContent;
  const before = cell();
  const started = performance.now();
  document.querySelector('[role="switch"]').click();
  await new Promise((painted) => {
    const look = () => {
      if (cell() === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(painted));
    };
    look();
  });
  return performance.now() - started;
})();
