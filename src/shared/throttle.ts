/** Throttles progress reports. */

const intervalMs = 200;

/** Drops reports within `intervalMs` of the last one. The final report may be dropped too. */
export function throttle<Report extends unknown[]>(
  callback: (...report: Report) => void,
): (...report: Report) => void {
  let last = -Infinity;
  return (...report) => {
    const now = performance.now();
    if (now - last < intervalMs) return;
    last = now;
    callback(...report);
  };
}
