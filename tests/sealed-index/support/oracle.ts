/** The plaintext answer to a query: scans every row, and compares decimals as whole numbers of millionths. */
import type { Filter } from '@cloakroom/contract/records.ts';
import type { World } from './world.ts';

const digits = 6;

/** Parses a plain decimal with at most six places into millionths. Shares no code with what it checks. */
export function millionths(text: string): bigint {
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole! + fraction.padEnd(digits, '0'));
  return text.startsWith('-') ? -units : units;
}

const compare = {
  '=': (value: bigint, bound: bigint) => value === bound,
  '>': (value: bigint, bound: bigint) => value > bound,
  '<': (value: bigint, bound: bigint) => value < bound,
  '>=': (value: bigint, bound: bigint) => value >= bound,
  '<=': (value: bigint, bound: bigint) => value <= bound,
};

/** A world whose numbers are parsed once. A row is known by its index: comparing columns of numbers is cheap. */
export function oracleOf(world: World) {
  const rows = [...world.rows];
  const everyRow = Array.from(rows.keys());
  /** The numbers of each field, and null in the rows without one. A field of text has no column. */
  const columns = new Map(
    world.fields
      .filter(({ type }) => type !== 'string')
      .map(({ name }) => [
        name,
        rows.map(({ row }) => (row[name] === undefined ? null : millionths(row[name]))),
      ]),
  );

  const admits = ({ label, operator = '=', value, value2 }: Filter) => {
    const column = columns.get(label);
    if (!column) return (at: number) => rows[at]!.row[label] === value;
    const [bound, end] = [millionths(value), millionths(value2 ?? value)];
    const test =
      operator === 'between'
        ? (number: bigint) => number >= bound && number <= end
        : (number: bigint) => compare[operator](number, bound);
    return (at: number) => column[at] !== null && test(column[at]!);
  };

  /** The rows of the last query, as every query is evaluated several times. */
  let last: { filters: Filter[]; found: number[] } | null = null;
  const matching = (filters: Filter[]) => {
    if (last?.filters !== filters)
      last = { filters, found: filters.map(admits).reduce((found, test) => found.filter(test), everyRow) };
    return last.found;
  };

  /** All rows in an order, sorted once. */
  const orders = new Map<string, number[]>();
  const allBy = (label: string, descending: boolean) => {
    const known = orders.get(`${label} ${descending}`);
    if (known) return known;
    const after = descending ? -1 : 1;
    const column = columns.get(label)!;
    const having = everyRow.filter((at) => column[at] !== null);
    const lacking = everyRow.filter((at) => column[at] === null);
    having.sort((a, b) => {
      if (column[a] === column[b]) return 0;
      return column[a]! > column[b]! ? after : -after;
    });
    const sorted = [...having, ...lacking];
    orders.set(`${label} ${descending}`, sorted);
    return sorted;
  };
  const ordered = (found: number[], label: string, descending: boolean) => {
    const among = new Uint8Array(rows.length);
    for (const at of found) among[at] = 1;
    return allBy(label, descending).filter((at) => among[at] === 1);
  };

  return {
    total: (filters: Filter[]) => matching(filters).length,
    page(filters: Filter[], offset: number, limit: number, order?: { label: string; descending: boolean }) {
      const found = matching(filters);
      const all = order ? ordered(found, order.label, order.descending) : found;
      const records = all.slice(offset, offset + limit).map((at) => {
        const { upload, number } = rows[at]!;
        return { upload, number };
      });
      return { total: found.length, records };
    },
    /** In millionths. */
    aggregate(label: string, filters: Filter[]) {
      const column = columns.get(label)!;
      const values = matching(filters)
        .map((at) => column[at])
        .filter((value) => value != null);
      const sum = values.reduce((a, b) => a + b, 0n);
      const least = values.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
      const greatest = values.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null);
      return { count: values.length, sum: values.length > 0 ? sum : null, least, greatest };
    },
  };
}
