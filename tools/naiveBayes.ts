/** The counts that a naive Bayes classifier is trained on, over patients generated from a seed. */
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';

const diagnoses = ['flu', 'cold', 'none'];
const features = ['cough', 'fever', 'ache', 'rash', 'sleep', 'appetite'];
const levels = 10;

type Patient = Record<string, string | number>;

/** Each record has a number, which the queries count, a diagnosis and a level of each feature. */
export const patientDefinition: JsonSchema = {
  type: 'object',
  properties: {
    number: { type: 'integer', minimum: 0, maximum: 10_000_000 },
    diagnosis: { type: 'string' },
    ...Object.fromEntries(features.map((name) => [name, { type: 'string' }])),
  },
  required: ['number', 'diagnosis', ...features],
};

/** Generates the same patients for the same count. */
export function patients(count: number): Patient[] {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, (_, number) => ({
    number,
    diagnosis: diagnoses[below(diagnoses.length)]!,
    ...Object.fromEntries(features.map((name) => [name, `level ${below(levels)}`])),
  }));
}

export const patientsCsv = (rows: readonly Patient[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.join(','))
    .join('\n');

/** One count: its filters, and what they select. */
type Count = { filters: Filter[]; selects: (row: Patient) => boolean };

/** The 180 counts: patients of each diagnosis with each level of each feature. */
export const trainingCounts: Count[] = diagnoses.flatMap((diagnosis) =>
  features.flatMap((feature) =>
    Array.from({ length: levels }, (_, level): Count => {
      const value = `level ${level}`;
      return {
        filters: [
          { label: 'number', value: 'count()' },
          { label: 'diagnosis', value: diagnosis },
          { label: feature, value },
        ],
        selects: (row) => row.diagnosis === diagnosis && row[feature] === value,
      };
    }),
  ),
);

/**
 * Runs a task for each item, at most `workers` at a time.
 * @returns the results in the order of the items, and the total time in milliseconds.
 */
export async function runWithWorkers<Item, Result>(
  items: readonly Item[],
  workers: number,
  task: (item: Item) => Promise<Result>,
): Promise<{ results: Result[]; ms: number }> {
  const results: Result[] = [];
  const queue = items.entries();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      // All workers take from the same iterator.
      for (const [index, item] of queue) results[index] = await task(item);
    }),
  );
  return { results, ms: performance.now() - started };
}
