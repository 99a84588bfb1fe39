/** The query parameter `expand`: references that are answered as objects instead of URLs. */
import { z } from 'zod';

const ExpandMeta = z.object({ expand: z.array(z.string()) });

/**
 * Accepts these paths and their prefixes, separated by commas: for `identity.user` also `identity`. Any other path is refused:
 * otherwise a misspelt one would go unnoticed.
 */
export const expandOf = (...expand: string[]) =>
  z
    .string()
    .superRefine((text, context) => {
      const unknown = text
        .split(',')
        .find((path) => path !== '' && !expand.some((known) => isPrefix(path, known)));
      if (unknown === undefined) return;
      const message = `${JSON.stringify(unknown)} can't be expanded. Choose from: ${expand.join(', ')}.`;
      context.addIssue({ code: 'custom', message });
    })
    .optional()
    .meta({ expand, description: 'References to answer as objects instead of URLs.' });

const isPrefix = (path: string, known: string) => known === path || known.startsWith(`${path}.`);

/** The paths of a parameter made by {@link expandOf}; null for any other. */
export const pathsOf = (parameter: z.ZodType): string[] | null =>
  ExpandMeta.safeParse(parameter.meta()).data?.expand ?? null;
