/** What commands that create and change named objects share. */
import { conflict } from '@cloakroom/server-kit/problem.ts';
import { oneArgument, optionalOption, type CommandArguments } from './command.ts';
import { UsageError } from './usageError.ts';

export const namingOptions = { name: { type: 'string' }, description: { type: 'string' } } as const;
export const creationOptions = { ...namingOptions, slug: { type: 'string' } } as const;

/** What `dataset create` and `schema create` send of the options. */
export const creationBody = (args: CommandArguments, what: string) => {
  const slug = optionalOption(args, 'slug');
  return {
    name: optionalOption(args, 'name') ?? oneArgument(args, what),
    description: optionalOption(args, 'description') ?? '',
    ...(slug !== undefined && { slug }),
  };
};

/** What an `update` sends: the given options without the others. */
export const givenOptions = <Name extends string>(
  args: CommandArguments,
  ...names: Name[]
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = optionalOption(args, name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, string>>;

/** @throws {UsageError} if a command would change nothing. */
export function requireChange(changes: object, options: string): void {
  if (Object.keys(changes).length === 0)
    throw new UsageError(`There is nothing to change. Give one of ${options}.`);
}

/**
 * The service tells objects of one name apart by their slugs; a script that is run twice means the same object.
 * @throws {HttpProblem} 409 if there is one.
 */
export function requireUnusedName(
  found: readonly unknown[],
  what: string,
  { name, slug }: { name: string; slug?: string },
): void {
  if (slug === undefined && found.length > 0)
    throw conflict(`A ${what} named "${name}" already exists. Choose another name, or a slug with --slug.`);
}
