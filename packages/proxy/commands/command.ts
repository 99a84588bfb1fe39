/** What a command of the command line is. */
import type { ParseArgsConfig } from 'node:util';
import { UsageError } from './usageError.ts';
import type { Session } from './session.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a command: options by name, positional arguments in their order, and standard input. */
export type CommandArguments = {
  options: Record<string, string | string[] | undefined>;
  words: string[];
  input: NodeJS.ReadableStream;
  /** Shows how far a long command is; missing where no terminal shows it. */
  onProgress?: ((words: string) => void) | undefined;
};

export type Command = {
  /** What follows the command's name. */
  usage: string;
  options: Options;
  /** @returns what is printed as JSON. @throws {UsageError} when what was given makes no sense. */
  run(session: Session, given: CommandArguments): Promise<unknown>;
};

/** An option that must be there. */
export function requiredOption({ options }: CommandArguments, name: string): string {
  const value = optionalOption({ options }, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** An option that may be left out. */
export function optionalOption(
  { options }: Pick<CommandArguments, 'options'>,
  name: string,
): string | undefined {
  const value = options[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An option that is a whole number from 0. */
export function wholeNumber(given: CommandArguments, name: string): number | undefined {
  const value = optionalOption(given, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}".`);
  return Number(value);
}

/** The only positional argument of a command. */
export function oneArgument({ words }: CommandArguments, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0)
    throw new UsageError(`Name one ${what}${more.length > 0 ? '; quote it if it has spaces' : ''}.`);
  return word;
}
