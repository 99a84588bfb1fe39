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

/** A world whose numbers are parsed once. */
export function oracleOf(world: World) {
  const texts = new Set(world.fields.filter(({ type }) => type === 'string').map(({ name }) => name));
  const rows = world.rows.map(({ row, upload, number }) => ({
    row,
    id: { upload, number },
    numbers: Object.fromEntries(
      Object.entries(row).flatMap(([name, text]) => (texts.has(name) ? [] : [[name, millionths(text)]])),
    ),
  }));
  type PlainRow = (typeof rows)[number];

  const admits = ({ label, operator = '=', value, value2 }: Filter) => {
    if (texts.has(label)) return ({ row }: PlainRow) => row[label] === value;
    const [bound, end] = [millionths(value), millionths(value2 ?? value)];
    const test =
      operator === 'between'
        ? (number: bigint) => number >= bound && number <= end
        : (number: bigint) => compare[operator](number, bound);
    return ({ numbers }: PlainRow) => label in numbers && test(numbers[label]!);
  };

  /** The rows of the last query, as every query is evaluated several times. */
  let last: { filters: Filter[]; found: PlainRow[] } | null = null;
  const matching = (filters: Filter[]) => {
    if (last?.filters !== filters) {
      const tests = filters.map(admits);
      last = { filters, found: rows.filter((row) => tests.every((test) => test(row))) };
    }
    return last.found;
  };

  /** All rows in an order, sorted once. */
  const orders = new Map<string, PlainRow[]>();
  const allBy = (label: string, descending: boolean) => {
    const known = orders.get(`${label} ${descending}`);
    if (known) return known;
    const after = descending ? -1 : 1;
    const having = rows.filter(({ numbers }) => label in numbers);
    const lacking = rows.filter(({ numbers }) => !(label in numbers));
    having.sort(({ numbers: a }, { numbers: b }) => {
      if (a[label] === b[label]) return 0;
      return a[label]! > b[label]! ? after : -after;
    });
    const sorted = [...having, ...lacking];
    orders.set(`${label} ${descending}`, sorted);
    return sorted;
  };
  const ordered = (found: PlainRow[], label: string, descending: boolean) => {
    const among = new Set(found);
    return allBy(label, descending).filter((row) => among.has(row));
  };

  return {
    total: (filters: Filter[]) => matching(filters).length,
    page(filters: Filter[], offset: number, limit: number, order?: { label: string; descending: boolean }) {
      const found = matching(filters);
      const all = order ? ordered(found, order.label, order.descending) : found;
      return { total: found.length, records: all.slice(offset, offset + limit).map(({ id }) => id) };
    },
    /** In millionths. */
    aggregate(label: string, filters: Filter[]) {
      const values = matching(filters).flatMap(({ numbers }) => numbers[label] ?? []);
      const sum = values.reduce((a, b) => a + b, 0n);
      const least = values.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
      const greatest = values.reduce<bigint | null>((a, b) => (a === null || b > a ? b : a), null);
      return { count: values.length, sum: values.length > 0 ? sum : null, least, greatest };
    },
  };
}
