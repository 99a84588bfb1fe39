/** Steal time: milliseconds in which the host of a virtual machine ran something else on a processor (`steal`, proc(5)). */
import { readFileSync } from 'node:fs';

/** Between two samples. */
const sampleIntervalMs = 20;
/** Linux counts in hundredths of a second. */
const tickMs = 10;

type Sample = { at: number; stolen: number[] };

function sample(): Sample {
  const processors = readFileSync('/proc/stat', 'utf8').match(/^cpu\d.*$/gm) ?? [];
  return {
    at: performance.timeOrigin + performance.now(),
    stolen: processors.map((line) => Number(line.split(' ')[8]) * tickMs),
  };
}

/** The largest steal time of a processor between two samples. Which one a page ran on isn't known. */
const mostStolen = (before: Sample, after: Sample) =>
  Math.max(...after.stolen.map((ms, processor) => ms - before.stolen[processor]!));

/**
 * Starts to sample. The result ends it, and gives the milliseconds that were stolen from a processor between two
 * times in milliseconds since 1970, as precisely as the samples around them.
 */
export function watchStealTime(): () => (from: number, to: number) => number {
  const samples = [sample()];
  const timer = setInterval(() => samples.push(sample()), sampleIntervalMs);
  return () => {
    clearInterval(timer);
    samples.push(sample());
    const pairs = samples.slice(1).map((after, at) => ({ before: samples[at]!, after }));
    return (from, to) => {
      const meanwhile = pairs.filter(({ before, after }) => after.at > from && before.at < to);
      return Math.min(
        to - from,
        meanwhile.reduce((sum, { before, after }) => sum + mostStolen(before, after), 0),
      );
    };
  };
}
