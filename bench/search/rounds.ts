/** Asks each question of both sides in turn, round after round, and holds the answers against each other. */
import { isDeepStrictEqual } from 'node:util';
import { ends, median, type Figure } from '../figures.ts';
import type { openPlain } from './plain.ts';
import type { Answer, Question } from './queries.ts';
import type { Memory, openSealed } from './sealed.ts';

type Sides = { plain: Awaited<ReturnType<typeof openPlain>>; sealed: Awaited<ReturnType<typeof openSealed>> };

async function timed(ask: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> {
  const started = performance.now();
  const answer = await ask();
  return { ms: performance.now() - started, answer };
}

/** Ask everything a few times of both sides: a server's code has run before somebody measures it. */
export async function warmUp(questions: readonly Question[], { plain, sealed }: Sides): Promise<void> {
  for (let round = 100; round < 104; round++)
    for (const { query } of questions) {
      await plain.ask(query(round));
      for (const memory of ['held', 'warm', 'cold'] as const) await sealed.ask(query(round), memory);
    }
}

const words = ({ total, records }: Answer): string => `${total} [${records.join()}]`;

/** How often a question is asked: at least so many rounds, and quick ones again for so many milliseconds. */
export type Rounds = { least: number; ms: number };

/** The figures of one question. @throws {Error} when the two sides disagree. */
export async function figuresOf(
  question: Question,
  { plain, sealed }: Sides,
  { least, ms }: Rounds,
): Promise<Figure[]> {
  const times: Record<Memory | 'plain', number[]> = { plain: [], cold: [], warm: [], held: [] };
  const bytes: number[] = [];
  const until = performance.now() + ms;
  // The first round makes the readers warm and is not counted.
  for (let round = 0; round <= least || performance.now() < until; round++) {
    const query = question.query(round);
    const expected = await timed(() => plain.ask(query));
    if (round > 0) times.plain.push(expected.ms);
    for (const memory of ['held', 'warm', 'cold'] as const) {
      const before = sealed.store.read;
      const found = await timed(() => sealed.ask(query, memory));
      if (!isDeepStrictEqual(found.answer, expected.answer))
        throw new Error(`${question.name}: ${words(found.answer)} instead of ${words(expected.answer)}.`);
      if (round === 0) continue;
      times[memory].push(found.ms);
      if (memory === 'warm') bytes.push((sealed.store.read - before) / 1000);
    }
  }
  const ratio = (memory: Memory, goal: number | null, words: string): Figure => {
    const ratios = times[memory].map((ms, i) => ms / times.plain[i]!);
    return {
      name: `${question.name}, ${words}`,
      value: median(ratios),
      unit: `× ${ends(ratios, 2)}`,
      goal: goal === null ? null : { most: goal },
    };
  };
  const milliseconds = (name: string, values: number[], most?: number): Figure => ({
    name: `${question.name}, ${name}`,
    value: median(values),
    unit: `ms ${ends(values, 3)}`,
    goal: most === undefined ? null : { most },
  });
  return [
    ratio('warm', question.warm, 'fences in memory'),
    ratio('cold', question.cold, 'cold'),
    ratio('held', question.held ?? null, 'index in memory'),
    milliseconds('fences in memory', times.warm, question.ms),
    milliseconds('plain table', times.plain),
    {
      name: `${question.name}, index over the wire`,
      value: median(bytes),
      unit: 'kB',
      goal: { most: question.wire },
    },
  ];
}
