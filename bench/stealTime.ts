/** Steal time: milliseconds in which the host of a virtual machine used a processor for something else (`steal`, proc(5)). */
import { readFileSync } from 'node:fs';

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

/** The largest steal time of a processor between two samples. It isn't known which processor a page used. */
const mostStolen = (before: Sample, after: Sample) =>
  Math.max(...after.stolen.map((ms, processor) => ms - before.stolen[processor]!));

/**
 * Starts to sample.
 * @returns a function that stops sampling. Its result returns the steal time between two times in milliseconds since 1970, as
 * precisely as the samples allow.
 */
export function watchStealTime(): () => (from: number, to: number) => number {
  const samples = [sample()];
  const timer = setInterval(() => samples.push(sample()), sampleIntervalMs);
  return () => {
    clearInterval(timer);
    samples.push(sample());
    const pairs = samples.slice(1).map((after, index) => ({ before: samples[index]!, after }));
    return (from, to) => {
      const overlapping = pairs.filter(({ before, after }) => after.at > from && before.at < to);
      return Math.min(
        to - from,
        overlapping.reduce((sum, { before, after }) => sum + mostStolen(before, after), 0),
      );
    };
  };
}
