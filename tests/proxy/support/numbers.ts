/** A schema of one number, and files of rows for it. */
export const numbersDefinition = {
  type: 'object' as const,
  properties: { number: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
  required: ['number'],
};

/** A CSV file of the numbers from 0. */
export const numbersCsv = (count: number) => ['number', ...Array(count).keys()].join('\n');
