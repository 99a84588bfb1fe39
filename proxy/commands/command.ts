/** What a command of the command line is. */
import type { ParseArgsConfig } from 'node:util';
import { Misused } from './misused.ts';
import type { Session } from './session.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What was given: options by name, the words that are none, in order, and what is piped in. */
export type Given = {
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
  /** @returns what is printed as JSON. @throws {Misused} when what was given makes no sense. */
  run(session: Session, given: Given): Promise<unknown>;
};

/** An option that must be there. */
export function needed({ options }: Given, name: string): string {
  const value = optional({ options }, name);
  if (value === undefined) throw new Misused(`--${name} is missing.`);
  return value;
}

/** An option that may be left out. */
export function optional({ options }: Pick<Given, 'options'>, name: string): string | undefined {
  const value = options[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An option that is a whole number from 0. */
export function wholeNumber(given: Given, name: string): number | undefined {
  const value = optional(given, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new Misused(`--${name} must be a whole number, not "${value}".`);
  return Number(value);
}

/** The one word that a command is about. */
export function oneWord({ words }: Given, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0)
    throw new Misused(`Name one ${what}${more.length > 0 ? '; quote it if it has spaces' : ''}.`);
  return word;
}
