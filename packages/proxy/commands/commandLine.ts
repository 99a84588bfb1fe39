/** Parses and runs one command of the command line. */
import { STATUS_CODES } from 'node:http';
import { parseArgs } from 'node:util';
import { ClientError } from '@cloakroom/client/clientError.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { readConfig } from '../config.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { StorageError } from '@cloakroom/server-kit/storageError.ts';
import { KeyringError } from '../keyring/keyringError.ts';
import type { Command, CommandArguments, Prompt } from './command.ts';
import { withConnection } from './session.ts';
import { requireSignedIn } from './signedIn.ts';
import { commands } from './table.ts';
import { usageOf } from './usage.ts';
import { UsageError } from './usageError.ts';

/** Exit codes of the process. */
const exitCodes = { success: 0, refused: 1, usage: 2 };

export type CommandLine = {
  words: string[];
  environment: NodeJS.ProcessEnv;
  /** Standard input. */
  input: NodeJS.ReadableStream;
  /** Standard output, for commands that write as they go. */
  output: NodeJS.WritableStream;
  /** Shows the progress of a long command. */
  onProgress?: (words: string) => void;
  /** Asks a question at the terminal. */
  prompt?: Prompt;
};

/** The result of a command: its exit code, what is left to print to standard output, and standard error. */
export type Outcome = { code: number; output: string; errorText: string };

/** Runs a command. @throws unexpected errors only. */
export async function runCommandLine(line: CommandLine): Promise<Outcome> {
  try {
    return { code: exitCodes.success, output: await run(line), errorText: '' };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isUsage = error instanceof UsageError || error instanceof StartupError;
    if (!isUsage && !isRefusal(error)) throw error;
    return {
      code: isUsage ? exitCodes.usage : exitCodes.refused,
      output: '',
      errorText: errorLines(error).join('\n'),
    };
  }
}

const refusals = [HttpProblem, ClientError, KeyringError, StorageError, RangeError];
/** A file that an argument names can't be read or written. */
const fileErrorCodes = new Set<unknown>(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EEXIST']);

const isRefusal = (error: Error): boolean =>
  refusals.some((refusal) => error instanceof refusal) || ('code' in error && fileErrorCodes.has(error.code));

async function run({ words, environment, ...streams }: CommandLine): Promise<string> {
  const printUsage = () => usageOf(words, environment);
  if (words.includes('--help') || words.length === 0) return printUsage();
  const found = commandOf(words);
  if (!found) throw new UsageError(printUsage());
  const { command, rest } = found;
  const settings = { config: readConfig(environment), environment };
  const args = { ...argumentsIn(command, rest, printUsage), ...streams };
  const result = await ('runLocally' in command
    ? command.runLocally(settings, args)
    : requireSignedIn(settings).then(({ credentials }) =>
        withConnection(settings, ({ session }) => command.run(session(credentials), args)),
      ));
  if (result === undefined) return '';
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2);
}

/** The command at the beginning of the words: one of two words takes precedence over one of one word. */
function commandOf([noun = '', verb = '', ...rest]: string[]): { command: Command; rest: string[] } | null {
  const find = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined);
  const withVerb = find(`${noun} ${verb}`);
  if (withVerb) return { command: withVerb, rest };
  const withoutVerb = find(noun);
  return withoutVerb
    ? { command: withoutVerb, rest: [verb, ...rest].filter((word, at) => at > 0 || word !== '') }
    : null;
}

function argumentsIn(
  { options }: Command,
  args: string[],
  printUsage: () => string,
): Pick<CommandArguments, 'options' | 'words'> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { options: values as CommandArguments['options'], words: positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n${printUsage()}`, { cause: error });
  }
}

/** The lines to print for an error: its message, or one for each invalid field of the request. Refused calls are shown with their status. */
function errorLines(error: Error): string[] {
  if (!(error instanceof HttpProblem || error instanceof ClientError)) return [error.message];
  const { status, message, errors = {} } = error;
  if (status === undefined) return [message];
  const statusText = `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const fields = Object.entries(errors);
  if (fields.length === 0) return [`${statusText}: ${message}`];
  return fields.flatMap(([field, messages]) => messages.map((each) => `${statusText}: ${field}: ${each}`));
}
