/** One line of the command line: read, carried out, and told of in words. */
import { parseArgs } from 'node:util';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { readConfig } from '../config.ts';
import { KeyringError } from '../keyring/keyringError.ts';
import { datasetCreate, datasetList, organizationList, schemaCreate, schemaList } from './catalogue.ts';
import type { Command, CommandArguments } from './command.ts';
import { keyringCommand, keyringUsage } from './keyring.ts';
import { UsageError } from './usageError.ts';
import { recordDecrypt, recordList, recordSearch } from './records.ts';
import { openSession } from './session.ts';
import { recordCreate } from './upload.ts';
import { uploadDelete, uploadList } from './uploads.ts';

const commands: Record<string, Command> = {
  'organization list': organizationList,
  'dataset list': datasetList,
  'dataset create': datasetCreate,
  'schema list': schemaList,
  'schema create': schemaCreate,
  'record create': recordCreate,
  'record list': recordList,
  'record search': recordSearch,
  'record decrypt': recordDecrypt,
  'upload list': uploadList,
  'upload delete': uploadDelete,
};

const usage = [
  ...keyringUsage,
  ...Object.entries(commands).map(([name, { usage: rest }]) => `${name} ${rest}`),
]
  .map((line, number) => `${number === 0 ? 'Usage:' : '      '} npm run -s proxy -- ${line}`)
  .join('\n');

/** What went as it should, what was refused, what wasn't understood. */
const exits = { done: 0, refused: 1, misused: 2 };

export type Line = {
  words: string[];
  environment: NodeJS.ProcessEnv;
  /** What is piped in. */
  input: NodeJS.ReadableStream;
  /** Shows how far a long command is. */
  onProgress?: (words: string) => void;
};

/** What a command leaves behind: what it prints, what it complains of, and its exit code. */
export type Outcome = { code: number; printed: string; complaint: string };

/** Carry a line out. @throws what nobody foresaw. */
export async function runLine(line: Line): Promise<Outcome> {
  try {
    return { code: exits.done, printed: await run(line), complaint: '' };
  } catch (error) {
    const refused =
      error instanceof HttpProblem || error instanceof KeyringError || error instanceof RangeError;
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!refused && !missing && !(error instanceof UsageError)) throw error;
    const code = error instanceof UsageError ? exits.misused : exits.refused;
    return { code, printed: '', complaint: sentencesOf(error).join('\n') };
  }
}

async function run({
  words: [noun = '', verb = '', ...rest],
  environment,
  input,
  onProgress,
}: Line): Promise<string> {
  const config = readConfig(environment);
  if (noun === 'keyring') return keyringCommand(config, [verb, ...rest], input, environment);
  const name = `${noun} ${verb}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(usage);
  const given = { ...givenIn(command, rest, input), onProgress };
  const session = await openSession(config, environment);
  try {
    return JSON.stringify(await command.run(session, given), null, 2);
  } finally {
    await session.close();
  }
}

function givenIn({ options, usage: rest }: Command, args: string[], input: Line['input']): CommandArguments {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { options: values as CommandArguments['options'], words: positionals, input };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\nUsage: ${rest}`, { cause: error });
  }
}

/** What is said of an error: its sentence, or what is wrong with each field of the request. */
function sentencesOf(error: Error): string[] {
  const fields = error instanceof HttpProblem ? Object.entries(error.errors ?? {}) : [];
  if (fields.length === 0) return [error.message];
  return fields.flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`));
}
