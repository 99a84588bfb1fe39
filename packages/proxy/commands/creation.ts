/** Options and checks of commands that create or change named objects. */
import { conflict } from '@cloakroom/server-kit/problem.ts';
import { oneArgument, optionalOption, type CommandArguments } from './command.ts';
import { UsageError } from './usageError.ts';

export const namingOptions = { name: { type: 'string' }, description: { type: 'string' } } as const;
export const creationOptions = { ...namingOptions, slug: { type: 'string' } } as const;

/** The body of `dataset create` and `schema create`. */
export const creationBody = (args: CommandArguments, what: string) => {
  const slug = optionalOption(args, 'slug');
  return {
    name: optionalOption(args, 'name') ?? oneArgument(args, what),
    description: optionalOption(args, 'description') ?? '',
    ...(slug !== undefined && { slug }),
  };
};

/** The body of an `update`: only the options that were given. */
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
 * Names need not be unique, so a script that runs twice would create a second object: without a slug, a used name is rejected.
 * @throws {HttpProblem} 409 if the name is used and no slug is given.
 */
export function requireUnusedName(
  found: readonly unknown[],
  what: string,
  { name, slug }: { name: string; slug?: string },
): void {
  if (slug === undefined && found.length > 0)
    throw conflict(`A ${what} named "${name}" already exists. Choose another name, or a slug with --slug.`);
}
