/** Throttles progress reports. */

const pace = 200;

/** Drops reports within `pace` of the last one. The final report may be dropped too. */
export function throttle<Report extends unknown[]>(
  tell: (...report: Report) => void,
): (...report: Report) => void {
  let last = -Infinity;
  return (...report) => {
    const now = performance.now();
    if (now - last < pace) return;
    last = now;
    tell(...report);
  };
}
