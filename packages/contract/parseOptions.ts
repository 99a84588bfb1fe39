/** How an uploaded file is parsed if it is not UTF-8 with commas, and which of its rows are stored. */
import { z } from 'zod';

/** Labels of `TextDecoder`. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'iso-8859-2',
  'iso-8859-7',
  'windows-1251',
] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** `all`: nothing is stored unless all rows are valid. `good`: valid rows are stored. */
export const rowChoices = ['all', 'good'] as const;
export type RowChoice = (typeof rowChoices)[number];

/** `check`: a row that names another schema is not valid. `ignore`: the schema that a row names does not count. */
export const linkChoices = ['check', 'ignore'] as const;

/** Query parameters of the upload call. */
export const ParseOptions = z.object({
  encoding: z.enum(encodings).optional().describe('The encoding of the file; UTF-8 by default.'),
  delimiter: z
    .enum(delimiters)
    .optional()
    .describe('Separates the columns of a CSV file; by default a comma.'),
  rows: z
    .enum(rowChoices)
    .optional()
    .describe('`all`: nothing is stored unless all rows are valid. `good`: the valid rows are stored.'),
  links: z
    .enum(linkChoices)
    .optional()
    .describe(
      '`check`: a row that names another schema is not valid. `ignore`: all rows are stored in the schema of the call.',
    ),
});
export type ParseOptions = z.infer<typeof ParseOptions>;
