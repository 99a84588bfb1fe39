/** Runs each query alternately on both sides, and compares the answers. */
import { isDeepStrictEqual } from 'node:util';
import { range, median, type Figure } from '../figures.ts';
import type { openPlain } from './plain.ts';
import type { Answer, QueryKind } from './queries.ts';
import type { CacheState, openSealed } from './sealed.ts';

type ComparedSides = {
  plain: Awaited<ReturnType<typeof openPlain>>;
  sealed: Awaited<ReturnType<typeof openSealed>>;
};

async function timed(ask: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> {
  const started = performance.now();
  const answer = await ask();
  return { ms: performance.now() - started, answer };
}

/** Runs every query a few times on both sides, so that the code is compiled before it is measured. */
export async function warmUp(
  questions: readonly QueryKind[],
  { plain, sealed }: ComparedSides,
): Promise<void> {
  for (let round = 100; round < 104; round++)
    for (const { query } of questions) {
      await plain.ask(query(round));
      for (const memory of ['hot', 'warm', 'cold'] as const) await sealed.ask(query(round), memory);
    }
}

const answerText = ({ total, records }: Answer): string => `${total} [${records.join()}]`;

/** How often a query is repeated: a minimum number of rounds, and fast queries for a minimum time in milliseconds. */
export type Rounds = { min: number; ms: number };

/** The figures of one kind of query. @throws {Error} if the two sides disagree. */
export async function figuresOf(
  question: QueryKind,
  { plain, sealed }: ComparedSides,
  { min, ms }: Rounds,
): Promise<Figure[]> {
  const times: Record<CacheState | 'plain', number[]> = { plain: [], cold: [], warm: [], hot: [] };
  const bytes: number[] = [];
  const until = performance.now() + ms;
  // The first round warms up the readers and is not counted.
  for (let round = 0; round <= min || performance.now() < until; round++) {
    const query = question.query(round);
    const expected = await timed(() => plain.ask(query));
    if (round > 0) times.plain.push(expected.ms);
    for (const memory of ['hot', 'warm', 'cold'] as const) {
      const before = sealed.store.bytesRead;
      const found = await timed(() => sealed.ask(query, memory));
      if (!isDeepStrictEqual(found.answer, expected.answer))
        throw new Error(
          `${question.name}: ${answerText(found.answer)} instead of ${answerText(expected.answer)}.`,
        );
      if (round === 0) continue;
      times[memory].push(found.ms);
      if (memory === 'warm') bytes.push((sealed.store.bytesRead - before) / 1000);
    }
  }
  const ratio = (memory: CacheState, goal: number | null, label: string): Figure => {
    const ratios = times[memory].map((ms, i) => ms / times.plain[i]!);
    return {
      name: `${question.name}, ${label}`,
      value: median(ratios),
      unit: `× ${range(ratios, 2)}`,
      goal: goal === null ? null : { max: goal },
    };
  };
  const milliseconds = (name: string, values: number[], max?: number): Figure => ({
    name: `${question.name}, ${name}`,
    value: median(values),
    unit: `ms ${range(values, 3)}`,
    goal: max === undefined ? null : { max },
  });
  return [
    ratio('warm', question.warm, 'fences in memory'),
    ratio('cold', question.cold, 'cold'),
    ratio('hot', question.hot ?? null, 'index in memory'),
    milliseconds('fences in memory', times.warm, question.maxMs),
    milliseconds('plain table', times.plain),
    {
      name: `${question.name}, index over the wire`,
      value: median(bytes),
      unit: 'kB',
      goal: { max: question.maxWireKb },
    },
  ];
}
