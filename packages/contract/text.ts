/** Strings in request bodies. */
import { z } from 'zod';

/** Any string without NUL, which PostgreSQL refuses, and without lone surrogates, which have no encoding. */
export const Text = z
  .string()
  .refine(
    (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
    'has a character that cannot be stored',
  );

/** A name as part of a URL. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug has lower-case letters, digits and single hyphens.')
  .max(127);

/** Bytes in lower-case hex. */
export const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `must be ${bytes} bytes in hex`);
