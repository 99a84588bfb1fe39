/** Progress at a pace that a page can follow. */

/** Milliseconds between two reports. */
const pace = 200;

/** Pass a report on unless one was passed on a moment ago. The last one may be among those left out. */
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
