/** Rows, definitions and queries for comparing a schema whose definition changes with plain rows. */
import fc from 'fast-check';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';

/** A row with a unique name. */
export type PlainRow = {
  name: string;
  city?: string;
  dose?: number;
  age?: number;
  note?: string;
  ward?: string;
};

/** Fields that are added later. Their names sort before, among and after those of the other fields. */
const addableFields = {
  age: { type: 'integer', minimum: 0, maximum: 9 },
  note: { type: 'string' },
  ward: { type: 'string', enum: ['East', 'West'] },
} as const;
type AddableField = keyof typeof addableFields;
const addableNames = Object.keys(addableFields) as AddableField[];

/** The varying parts of the definitions. */
export type Limits = {
  minimum: number;
  maximum: number;
  precision: number;
  cities: string[];
  maxLength: number;
  cityRequired: boolean;
  added: AddableField[];
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
    ...Object.fromEntries(added.map((name) => [name, addableFields[name]])),
    city: { type: 'string', enum: cities },
    dose: { type: 'number', minimum, maximum, precision },
    name: { type: 'string', maxLength },
  },
  required: ['name', ...(cityRequired ? ['city'] : [])],
});

/** Wider limits and additional fields; some limits stay the same. */
export const widened = (current: Limits): fc.Arbitrary<Limits> =>
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
      added: more === undefined || current.added.includes(more) ? current.added : [...current.added, more],
      minimum: current.minimum - down,
      maximum: current.maximum + up,
      precision: Math.min(3, current.precision + decimals),
      cities: city === '' || current.cities.includes(city) ? current.cities : [city, ...current.cities],
      maxLength: current.maxLength + length,
      cityRequired: current.cityRequired && !isOptional,
    }));

/** A number within the limits, without rounding errors. */
const doseIn = ({ minimum, maximum, precision }: Limits): fc.Arbitrary<number> =>
  fc
    .integer({ min: minimum * 10 ** precision, max: maximum * 10 ** precision })
    .map((units) => units / 10 ** precision);

let nameCount = 0;

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
        ward: fc.option(fc.constantFrom(...addableFields.ward.enum), { nil: undefined }),
      })
      .map(({ city, dose, ...others }) => ({
        name: `n${(nameCount += 1)}`,
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

/** Filters on numbers, strings and added fields, also with values at and beyond the bounds. */
export const queryIn = (limits: Limits): fc.Arbitrary<PlainQuery> =>
  fc
    .record({
      operator: fc.constantFrom<keyof typeof comparisons | 'none'>('=', '>=', '<', 'none'),
      dose: fc.oneof(
        doseIn(limits),
        fc.constantFrom(limits.minimum, limits.maximum, limits.minimum - 1, limits.maximum + 1),
      ),
      city: fc.option(fc.constantFrom(...limits.cities, 'Nowhere'), { nil: undefined }),
      added: fc.option(
        fc.constantFrom<[AddableField, string]>(['age', '5'], ['note', 'a'], ['ward', 'East']),
        {
          nil: undefined,
        },
      ),
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
