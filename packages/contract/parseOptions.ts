/** How an uploaded file is to be read where it is not UTF-8 with commas, and which of its rows are wanted. */
import { z } from 'zod';

/** By the names that browsers and Node know them by. */
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

/** Nothing unless all rows are good, or the good rows only. */
export const rowChoices = ['all', 'good'] as const;
export type RowChoice = (typeof rowChoices)[number];

/** What the upload call says of its body beside its type. */
export const ParseOptions = z.object({
  encoding: z.enum(encodings).optional(),
  delimiter: z.enum(delimiters).optional(),
  rows: z.enum(rowChoices).optional(),
});
export type ParseOptions = z.infer<typeof ParseOptions>;
