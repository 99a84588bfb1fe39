/** Text that can be kept exactly as it was given. */
import { z } from 'zod';

/** Any text but NUL, which no database keeps, and half characters, which no encoding does. */
export const Text = z
  .string()
  .refine(
    (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
    'has a character that cannot be stored',
  );
