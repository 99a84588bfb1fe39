/** The requests of people and programs while parts of a deployment are killed. Every answer is checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listDatasets } from '@cloakroom/contract/datasets.ts';
import { listRecords } from '@cloakroom/contract/records.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { countOf, kinds, rowAt, sumOf } from './rows.ts';
import { differenceOf, searchesOf } from './searches.ts';
import type { Client } from '../client.ts';

/** Requests of one phase at one address. */
export type Counts = {
  requests: number;
  /** Requests that were answered with an error, or not at all. */
  lost: number;
  /** Requests that were answered with other values than the stored ones. */
  wrong: number;
  longestMs: number;
  errors: Set<string>;
};

const newCounts = (): Counts => ({ requests: 0, lost: 0, wrong: 0, longestMs: 0, errors: new Set() });

/** Leaves the processor to the programs. */
const pauseMs = 25;

class WrongAnswer extends Error {}

function expectEqual(found: unknown, expected: unknown): void {
  const difference = differenceOf(found, expected);
  if (difference !== null) throw new WrongAnswer(difference);
}

/** The requests of a person at their proxy, about a schema of `count` rows. */
export function requestsOf(person: Client, schema: string, count: number): (() => Promise<void>)[] {
  const { search, rows } = searchesOf(person, schema);
  const randomRow = () => Math.floor(Math.random() * count);
  return [
    async () => {
      const kind = kinds[randomRow() % kinds.length]!;
      expectEqual((await search('kind', kind, 10)).total, countOf(kind, count));
    },
    async () => {
      const { items } = await search('number', 'sum(>=0)', 1);
      expectEqual(items, [{ data: { value: sumOf(count) } }]);
    },
    async () => {
      const number = randomRow();
      expectEqual(await rows('token', rowAt(number).token, 10), [rowAt(number)]);
    },
    async () => {
      await person.call(listDatasets, { query: { limit: 10 } });
    },
  ];
}

/** The requests of a script at the service itself. */
export const requestsOfScript = (script: Client, schema: string): (() => Promise<void>)[] => [
  async () => {
    await script.call(getSelf);
  },
  async () =>
    expectEqual((await script.list(listRecords, { query: { schema, limit: 50 } })).items.length, 50),
];

/** Repeats requests until `stop` is called, and counts them by phase. */
export class Load {
  #counts = newCounts();
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;

  constructor(requests: (() => Promise<void>)[]) {
    this.#running = this.#run(requests);
  }

  async #run(requests: (() => Promise<void>)[]): Promise<void> {
    for (let turn = 0; !this.#stopped.signal.aborted; turn++) {
      const counts = this.#counts;
      const started = performance.now();
      try {
        await requests[turn % requests.length]!();
      } catch (error) {
        counts[error instanceof WrongAnswer ? 'wrong' : 'lost']++;
        counts.errors.add((error as Error).message);
      }
      counts.requests++;
      counts.longestMs = Math.max(counts.longestMs, performance.now() - started);
      await sleep(pauseMs);
    }
  }

  /** Begins another phase. @returns the counts of the last one. */
  next(): Counts {
    const counts = this.#counts;
    this.#counts = newCounts();
    return counts;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }
}
