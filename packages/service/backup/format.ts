/** The JSON of a backup's frames. New format versions are added here; old ones stay readable. */
import { z } from 'zod';

export const formatVersion = 1;

/** One applied migration: the SHA-256 of its file, and its time in milliseconds, by which drizzle orders them. */
const Migration = z.object({ hash: z.string(), millis: z.number() });
export type AppliedMigration = z.infer<typeof Migration>;

export const Header = z.object({
  format: z.literal(formatVersion),
  created: z.string(),
  /** The applied migrations, in order. */
  migrations: z.array(Migration),
  /** The tables, each after those that it references. */
  tables: z.array(z.string()),
  files: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

/** A table's rows in PostgreSQL's binary COPY format, or a file of the data folder or of the folder of keyrings. */
export const SectionStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), folder: z.enum(['data', 'keyrings']), path: z.string() }),
]);
export type SectionStart = z.infer<typeof SectionStart>;

export const SectionEnd = z.object({
  bytes: z.number(),
  /** Of a table; 1 for a file. */
  rows: z.number(),
  sha256: z.string(),
});

export const FileEnd = z.object({ sections: z.number(), sha256: z.string() });
