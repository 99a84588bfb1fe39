/** Text that can be stored unchanged. */
import { z } from 'zod';

/** Any text without NUL, which PostgreSQL refuses, and lone surrogates, which have no encoding. */
export const Text = z
  .string()
  .refine(
    (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
    'has a character that cannot be stored',
  );
