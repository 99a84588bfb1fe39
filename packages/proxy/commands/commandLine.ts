/** Parses and runs one command of the command line. */
import { STATUS_CODES } from 'node:http';
import { parseArgs } from 'node:util';
import { ClientError } from '@cloakroom/client/clientError.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { readConfig } from '../config.ts';
import { KeyringError } from '../keyring/keyringError.ts';
import {
  datasetCreate,
  datasetDelete,
  datasetList,
  organizationList,
  schemaCreate,
  schemaDelete,
  schemaList,
  schemaShow,
} from './catalogue.ts';
import type { Command, CommandArguments } from './command.ts';
import { keyringCommand, keyringUsage } from './keyring.ts';
import { UsageError } from './usageError.ts';
import { recordExport } from './recordExport.ts';
import { recordDecrypt, recordList, recordSearch } from './records.ts';
import { openSession } from './session.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts';
import { recordCreate } from './upload.ts';
import { uploadDelete, uploadList } from './uploads.ts';

const commands: Record<string, Command> = {
  'organization list': organizationList,
  'dataset list': datasetList,
  'dataset create': datasetCreate,
  'dataset delete': datasetDelete,
  'schema list': schemaList,
  'schema create': schemaCreate,
  'schema show': schemaShow,
  'schema delete': schemaDelete,
  'record create': recordCreate,
  'record list': recordList,
  'record search': recordSearch,
  'record decrypt': recordDecrypt,
  'record export': recordExport,
  'upload list': uploadList,
  'upload delete': uploadDelete,
  'token list': tokenList,
  'token create': tokenCreate,
  'token revoke': tokenRevoke,
};

const allUsages = [
  ...keyringUsage,
  ...Object.entries(commands).map(([name, { usage: commandUsage }]) => `${name} ${commandUsage}`),
];

/** The usage of the commands that begin with these words; of all where none does. */
function usageOf(noun = '', verb = ''): string {
  const beginning = (words: string[]) =>
    allUsages.filter((line) => words.every((word, at) => line.split(' ')[at] === word));
  const found = [beginning([noun, verb]), beginning([noun])].find((lines) => lines.length > 0);
  return (found ?? allUsages)
    .map((line, number) => `${number === 0 ? 'Usage:' : '      '} npm run -s proxy -- ${line.trimEnd()}`)
    .join('\n');
}

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
};

/** The result of a command: its exit code, what is left to print to standard output, and standard error. */
export type Outcome = { code: number; output: string; errorText: string };

/** Runs a command. @throws unexpected errors only. */
export async function runCommandLine(line: CommandLine): Promise<Outcome> {
  try {
    return { code: exitCodes.success, output: await run(line), errorText: '' };
  } catch (error) {
    const isRefused =
      error instanceof HttpProblem ||
      error instanceof ClientError ||
      error instanceof KeyringError ||
      error instanceof RangeError;
    const isMissingFile = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isRefused && !isMissingFile && !(error instanceof UsageError)) throw error;
    const code = error instanceof UsageError ? exitCodes.usage : exitCodes.refused;
    return { code, output: '', errorText: errorLines(error).join('\n') };
  }
}

async function run({
  words: [noun = '', verb = '', ...rest],
  environment,
  input,
  output,
  onProgress,
}: CommandLine): Promise<string> {
  if ([noun, verb, ...rest].includes('--help')) return usageOf(noun, verb);
  const config = readConfig(environment);
  if (noun === 'keyring') return keyringCommand(config, [verb, ...rest], input, environment);
  const name = `${noun} ${verb}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(usageOf(noun, verb));
  const commandArguments = { ...argumentsIn(command, rest), input, output, onProgress };
  const session = await openSession(config, environment);
  try {
    const result = await command.run(session, commandArguments);
    return result === undefined ? '' : JSON.stringify(result, null, 2);
  } finally {
    await session.close();
  }
}

function argumentsIn(
  { options, usage: commandUsage }: Command,
  args: string[],
): Pick<CommandArguments, 'options' | 'words'> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { options: values as CommandArguments['options'], words: positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\nUsage: ${commandUsage}`, {
      cause: error,
    });
  }
}

/** The lines to print for an error: its message, or one for each invalid field of the request; of a refused call with its status. */
function errorLines(error: Error): string[] {
  if (!(error instanceof HttpProblem || error instanceof ClientError)) return [error.message];
  const { status, message, errors = {} } = error;
  if (status === undefined) return [message];
  const statusText = `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const fields = Object.entries(errors);
  if (fields.length === 0) return [`${statusText}: ${message}`];
  return fields.flatMap(([field, messages]) => messages.map((each) => `${statusText}: ${field}: ${each}`));
}
