/** Texts of bodies. */
import { z } from 'zod';

/** Any text without NUL, which PostgreSQL refuses, and lone surrogates, which have no encoding. */
export const Text = z
  .string()
  .refine(
    (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
    'has a character that cannot be stored',
  );

/** Bytes in lower-case hex. */
export const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `must be ${bytes} bytes in hex`);
