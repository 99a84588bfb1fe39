/** The kinds of queries, each with its goals; their constants change from round to round. */
import type { Filter } from '@cloakroom/contract/records.ts';
import { seededRandom, kinds, perPerson, serialOf, sizes, type Column } from './data.ts';

export type Query = {
  filters: Filter[];
  page?: { limit: number; offset: number };
  order?: Column;
  sum?: Column;
};
/** A count or a sum, and the records of the page: their positions in the file, from 0. */
export type Answer = { total: number; records: number[] };

/**
 * A kind of query. Goals are ratios to the plain table: `warm` with fence pointers in memory, `cold` with nothing cached, and
 * `hot` with the whole index in memory, which is the default of a proxy.
 */
export type QueryKind = {
  name: string;
  warm: number | null;
  cold: number | null;
  hot?: number;
  /** The maximum time with fence pointers in memory, if the goal is not a ratio. */
  maxMs?: number;
  /** The maximum kilobytes of index that are transferred, with fence pointers in memory. */
  maxWireKb: number;
  query: (round: number) => Query;
};

const first = { limit: 50, offset: 0 };
const is = (label: Column, value: string): Filter => ({ label, value, operator: '=' });
const between = (label: Column, low: number, high: number): Filter => ({
  label,
  operator: 'between',
  value: String(Math.round(low)),
  value2: String(Math.round(high)),
});

/** @param records - the number of stored records. */
export function queryKindsOf(records: number): QueryKind[] {
  const randomFor = (round: number) => seededRandom(round * 77 + 5);
  /** A range of `amount` that contains this number of records. */
  const range = (round: number, share: number) => {
    const low = randomFor(round)() * 9_999_999 * (1 - share);
    return between('amount', low, low + 9_999_999 * share);
  };
  const person = (round: number) =>
    is('person', `person ${Math.floor(randomFor(round)() * (records / perPerson))}`);
  const equality = (kind: number, share: string): QueryKind => ({
    name: `equality, ${share} of all`,
    warm: 0.4,
    cold: 0.7,
    maxWireKb: 100,
    query: () => ({ filters: [is('kind', kinds[kind]!)], page: first }),
  });
  const ranged = (share: number, text: string): QueryKind => ({
    name: `range, ${text} of all`,
    warm: 0.3,
    cold: 0.6,
    maxWireKb: 100,
    query: (round) => ({ filters: [range(round, share)], page: first }),
  });
  const kind = (round: number) => is('kind', kinds[round % 2]!);
  return [
    {
      name: 'a unique value',
      warm: 1.5,
      cold: 5,
      maxWireKb: 100,
      query: (round) => ({
        filters: [is('serial', serialOf(Math.floor(randomFor(round)() * records)))],
        page: first,
      }),
    },
    equality(0, '60 %'),
    equality(2, '10 %'),
    equality(9, '0.1 %'),
    ranged(0.001, '0.1 %'),
    ranged(0.1, '10 %'),
    ranged(0.5, '50 %'),
    {
      name: 'a deep page',
      warm: 0.1,
      cold: null,
      maxWireKb: 100,
      query: (round) => ({
        filters: [is('kind', kinds[0]!)],
        page: { limit: 50, offset: Math.floor(records * (0.4 + randomFor(round)() / 10)) },
      }),
    },
    {
      name: 'AND, broad and broad',
      warm: 0.5,
      cold: null,
      maxWireKb: 1000,
      query: (round) => ({ filters: [kind(round), between('age', 10, 70 + (round % 10))], page: first }),
    },
    {
      name: 'AND of three',
      warm: 0.8,
      cold: null,
      maxWireKb: 1000,
      query: (round) => ({
        filters: [kind(round), is('size', sizes[round % 3]!), between('score', 100, 600)],
        page: first,
      }),
    },
    {
      name: 'AND, selective and broad',
      warm: null,
      hot: 3,
      cold: null,
      maxWireKb: 1000,
      query: (round) => ({ filters: [person(round), is('size', sizes[round % 3]!)], page: first }),
    },
    {
      name: 'sum of all',
      warm: 0.1,
      cold: null,
      maxWireKb: 100,
      query: () => ({ filters: [], sum: 'amount' }),
    },
    {
      name: 'sum over a range',
      warm: 0.2,
      cold: null,
      maxWireKb: 100,
      query: (round) => ({ filters: [range(round, 0.3)], sum: 'amount' }),
    },
    {
      name: 'sum under another filter, broad',
      warm: 2,
      cold: null,
      maxWireKb: 10_000,
      query: (round) => ({ filters: [kind(round)], sum: 'score' }),
    },
    {
      name: 'sum under another filter, selective',
      warm: null,
      hot: 2,
      cold: null,
      maxWireKb: 10_000,
      query: (round) => ({ filters: [person(round)], sum: 'score' }),
    },
    {
      name: 'order by a number',
      maxMs: 10,
      warm: null,
      cold: null,
      maxWireKb: 100,
      query: () => ({ filters: [], order: 'amount', page: first }),
    },
    {
      name: 'order by a number under a filter',
      maxMs: 25,
      warm: null,
      cold: null,
      maxWireKb: 1000,
      query: (round) => ({ filters: [kind(round)], order: 'amount', page: first }),
    },
  ];
}
