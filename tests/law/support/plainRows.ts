/** Rows, definitions and queries for comparing a schema whose definition changes with plain rows. */
import fc from 'fast-check';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';

/** A row with a name of its own. */
export type PlainRow = {
  name: string;
  city?: string;
  dose?: number;
  age?: number;
  note?: string;
  ward?: string;
};

/** Fields that are added on the way. Their names stand before, among and behind those of the others. */
const addable = {
  age: { type: 'integer', minimum: 0, maximum: 9 },
  note: { type: 'string' },
  ward: { type: 'string', enum: ['East', 'West'] },
} as const;
type Addable = keyof typeof addable;
const addableNames = Object.keys(addable) as Addable[];

/** What can differ between two definitions of the same fields. Bounds are in units of the precision. */
export type Limits = {
  minimum: number;
  maximum: number;
  precision: number;
  cities: string[];
  maxLength: number;
  cityRequired: boolean;
  added: Addable[];
};

export const firstLimits: Limits = {
  minimum: 0,
  maximum: 20,
  precision: 0,
  cities: ['Oslo', 'Rome'],
  maxLength: 12,
  cityRequired: true,
  added: [],
};

export const definitionOf = ({
  minimum,
  maximum,
  precision,
  cities,
  maxLength,
  cityRequired,
  added,
}: Limits): JsonSchema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(added.map((name) => [name, addable[name]])),
    city: { type: 'string', enum: cities },
    dose: { type: 'number', minimum, maximum, precision },
    name: { type: 'string', maxLength },
  },
  required: ['name', ...(cityRequired ? ['city'] : [])],
});

/** Wider limits and more fields: some are left as they are. */
export const widened = (now: Limits): fc.Arbitrary<Limits> =>
  fc
    .record({
      down: fc.constantFrom(0, 0, 1, 7),
      up: fc.constantFrom(0, 0, 5),
      decimals: fc.constantFrom(0, 0, 1),
      city: fc.constantFrom('', 'Bern', 'Lima'),
      length: fc.constantFrom(0, 4),
      isOptional: fc.boolean(),
      more: fc.constantFrom(undefined, ...addableNames),
    })
    .map(({ down, up, decimals, city, length, isOptional, more }) => ({
      added: more === undefined || now.added.includes(more) ? now.added : [...now.added, more],
      minimum: now.minimum - down,
      maximum: now.maximum + up,
      precision: Math.min(3, now.precision + decimals),
      cities: city === '' || now.cities.includes(city) ? now.cities : [city, ...now.cities],
      maxLength: now.maxLength + length,
      cityRequired: now.cityRequired && !isOptional,
    }));

/** A number of a field, as decimal text without rounding errors. */
const doseIn = ({ minimum, maximum, precision }: Limits): fc.Arbitrary<number> =>
  fc
    .integer({ min: minimum * 10 ** precision, max: maximum * 10 ** precision })
    .map((units) => units / 10 ** precision);

let names = 0;

export const rowsIn = (limits: Limits): fc.Arbitrary<PlainRow[]> =>
  fc.array(
    fc
      .record({
        city: limits.cityRequired
          ? fc.constantFrom(...limits.cities)
          : fc.option(fc.constantFrom(...limits.cities), { nil: undefined }),
        dose: fc.option(doseIn(limits), { nil: undefined }),
        age: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
        note: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
        ward: fc.option(fc.constantFrom(...addable.ward.enum), { nil: undefined }),
      })
      .map(({ city, dose, ...others }) => ({
        name: `n${(names += 1)}`,
        ...(city !== undefined && { city }),
        ...(dose !== undefined && { dose }),
        ...Object.fromEntries(
          limits.added.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]]])),
        ),
      })),
    { minLength: 1, maxLength: 60 },
  );

export type PlainQuery = { filters: { label: string; value: string }[]; matches: (row: PlainRow) => boolean };

const comparisons = {
  '=': (one: number, other: number) => one === other,
  '>=': (one: number, other: number) => one >= other,
  '<': (one: number, other: number) => one < other,
};

/** Filters on numbers, texts and added fields, also by values at and beyond the bounds. */
export const queryIn = (limits: Limits): fc.Arbitrary<PlainQuery> =>
  fc
    .record({
      operator: fc.constantFrom<keyof typeof comparisons | 'none'>('=', '>=', '<', 'none'),
      dose: fc.oneof(
        doseIn(limits),
        fc.constantFrom(limits.minimum, limits.maximum, limits.minimum - 1, limits.maximum + 1),
      ),
      city: fc.option(fc.constantFrom(...limits.cities, 'Nowhere'), { nil: undefined }),
      added: fc.option(fc.constantFrom<[Addable, string]>(['age', '5'], ['note', 'a'], ['ward', 'East']), {
        nil: undefined,
      }),
    })
    .map(({ operator, dose, city, added }) => ({
      ...(added && limits.added.includes(added[0]) ? { added } : {}),
      operator,
      dose,
      city,
    })) // prettier-ignore
    .map(({ operator, dose, city, added }) => ({
      filters: [
        ...(operator === 'none' ? [] : [{ label: 'dose', value: `${operator}${dose}` }]),
        ...(city === undefined ? [] : [{ label: 'city', value: city }]),
        ...(added ? [{ label: added[0], value: added[1] }] : []),
      ],
      matches: (row) =>
        (operator === 'none' || (row.dose !== undefined && comparisons[operator](row.dose, dose))) &&
        (city === undefined || row.city === city) &&
        (!added || String(row[added[0]]) === added[1]),
    }));
