/** What the host of a virtual machine takes away from it: moments in which a processor could run nothing (`steal`, proc(5)). */
import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const often = 20;
/** Linux counts in hundredths of a second. */
const tick = 10;

type Look = { at: number; stolen: number[] };

function look(): Look {
  const processors = readFileSync('/proc/stat', 'utf8').match(/^cpu\d.*$/gm) ?? [];
  return {
    at: performance.timeOrigin + performance.now(),
    stolen: processors.map((line) => Number(line.split(' ')[8]) * tick),
  };
}

/** What was taken between two looks from the processor that lost most. Which one a page ran on isn't known, and it changes. */
const lost = (before: Look, after: Look) =>
  Math.max(...after.stolen.map((ms, processor) => ms - before.stolen[processor]!));

/**
 * Begin to watch. What is returned ends it, and gives the milliseconds for which a processor was taken away between two
 * moments, in milliseconds since 1970: as far as the looks just before and after them can tell.
 */
export function watchStolen(): () => (from: number, to: number) => number {
  const looks = [look()];
  const timer = setInterval(() => looks.push(look()), often);
  return () => {
    clearInterval(timer);
    looks.push(look());
    const pairs = looks.slice(1).map((after, at) => ({ before: looks[at]!, after }));
    return (from, to) => {
      const meanwhile = pairs.filter(({ before, after }) => after.at > from && before.at < to);
      return Math.min(
        to - from,
        meanwhile.reduce((sum, { before, after }) => sum + lost(before, after), 0),
      );
    };
  };
}
