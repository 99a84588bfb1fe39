/** Types and argument parsing of the command line's commands. */
import type { ParseArgsConfig } from 'node:util';
import { UsageError } from './usageError.ts';
import type { Session } from './session.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a command: options by name, positional arguments in their order, and the standard streams. */
export type CommandArguments = {
  options: Record<string, string | string[] | undefined>;
  words: string[];
  input: NodeJS.ReadableStream;
  /** Standard output, for commands that write as they go. */
  output: NodeJS.WritableStream;
  /** Shows the progress of a long command; missing without a terminal. */
  onProgress?: ((words: string) => void) | undefined;
};

export type Command = {
  /** What follows the command's name. */
  usage: string;
  options: Options;
  /** @returns the value to print as JSON; undefined for a command that has written its output. @throws {UsageError} for invalid arguments. */
  run(session: Session, args: CommandArguments): Promise<unknown>;
};

/** @throws {UsageError} if the option is missing. */
export function requiredOption({ options }: CommandArguments, name: string): string {
  const value = optionalOption({ options }, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** An option's value; the first, if it is repeated. */
export function optionalOption(
  { options }: Pick<CommandArguments, 'options'>,
  name: string,
): string | undefined {
  const value = options[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An option that is a whole number from 0. @throws {UsageError} for another value. */
export function wholeNumber(args: CommandArguments, name: string): number | undefined {
  const value = optionalOption(args, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}".`);
  return Number(value);
}

/** The only positional argument of a command. @throws {UsageError} for none, or several. */
export function oneArgument({ words }: CommandArguments, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0)
    throw new UsageError(`Name one ${what}${more.length > 0 ? '; quote it if it has spaces' : ''}.`);
  return word;
}
