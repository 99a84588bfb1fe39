/** The query parameter `expand`: references that are answered as objects instead of URLs. */
import { z } from 'zod';

const ExpandMeta = z.object({ expand: z.array(z.string()) });

/** Takes these paths separated by commas, such as `user,identity.user`. Others are ignored. */
export const expandOf = (...expand: string[]) =>
  z.string().optional().meta({ expand, description: 'References to answer as objects instead of URLs.' });

/** The paths of a parameter made by {@link expandOf}; null for any other. */
export const pathsOf = (parameter: z.ZodType): string[] | null =>
  ExpandMeta.safeParse(parameter.meta()).data?.expand ?? null;
