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

/**
 * Begin to watch. What is returned ends it, and gives the milliseconds that the processor which lost most lost between
 * two moments, in milliseconds since 1970: as far as the looks just before and after them can tell.
 */
export function watchStolen(): () => (from: number, to: number) => number {
  const looks = [look()];
  const timer = setInterval(() => looks.push(look()), often);
  return () => {
    clearInterval(timer);
    looks.push(look());
    return (from, to) => {
      const before = looks.findLast(({ at }) => at <= from) ?? looks[0]!;
      const after = looks.find(({ at }) => at >= to) ?? looks.at(-1)!;
      const lost = after.stolen.map((ms, processor) => ms - before.stolen[processor]!);
      return Math.min(to - from, Math.max(...lost));
    };
  };
}
