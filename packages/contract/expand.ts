/** The query parameter `expand`: references that are answered as objects instead of URLs. */
import { z } from 'zod';

const ExpandMeta = z.object({ expand: z.array(z.string()) });

/**
 * Takes these paths and their beginnings, separated by commas: of `identity.user` also `identity`. Others are refused, as a
 * misspelt path would be answered with URLs.
 */
export const expandOf = (...expand: string[]) =>
  z
    .string()
    .superRefine((text, context) => {
      const unknown = text
        .split(',')
        .find((path) => path !== '' && !expand.some((known) => isBeginning(path, known)));
      if (unknown === undefined) return;
      const message = `${JSON.stringify(unknown)} can't be expanded. Choose from: ${expand.join(', ')}.`;
      context.addIssue({ code: 'custom', message });
    })
    .optional()
    .meta({ expand, description: 'References to answer as objects instead of URLs.' });

const isBeginning = (path: string, known: string) => known === path || known.startsWith(`${path}.`);

/** The paths of a parameter made by {@link expandOf}; null for any other. */
export const pathsOf = (parameter: z.ZodType): string[] | null =>
  ExpandMeta.safeParse(parameter.meta()).data?.expand ?? null;
