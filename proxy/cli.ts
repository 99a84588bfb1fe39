/** `npm run -s proxy -- <noun> <verb> …`: the proxy's work without the console. JSON goes to standard output, what went wrong to standard error. */
import { parseArgs } from 'node:util';
import { readEnvFile } from '#host/envFile.ts';
import { HttpProblem } from '#host/problem.ts';
import {
  datasetCreate,
  datasetList,
  organizationList,
  schemaCreate,
  schemaList,
} from './commands/catalogue.ts';
import type { Command, Given } from './commands/command.ts';
import { keyringCommand, keyringUsage } from './commands/keyring.ts';
import { Misused } from './commands/misused.ts';
import { recordDecrypt, recordList, recordSearch } from './commands/records.ts';
import { openSession } from './commands/session.ts';
import { recordCreate } from './commands/upload.ts';
import { readConfig, type Config } from './config.ts';
import { KeyringError } from './keyring/keyringError.ts';

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
};

const usage = [
  ...keyringUsage,
  ...Object.entries(commands).map(([name, { usage: rest }]) => `${name} ${rest}`),
]
  .map((line, number) => `${number === 0 ? 'Usage:' : '      '} npm run -s proxy -- ${line}`)
  .join('\n');

/** What went as it should, what was refused, what wasn't understood. */
const exits = { done: 0, refused: 1, misused: 2 };

async function run(config: Config, [noun = '', verb = '', ...rest]: string[]): Promise<string> {
  if (noun === 'keyring') return keyringCommand(config, [verb, ...rest], process.stdin);
  const name = `${noun} ${verb}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Misused(usage);
  const given = givenIn(command, rest);
  const session = await openSession(config, process.env);
  try {
    return JSON.stringify(await command.run(session, given), null, 2);
  } finally {
    await session.close();
  }
}

function givenIn({ options, usage: rest }: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { options: values as Given['options'], words: positionals, input: process.stdin };
  } catch (error) {
    throw new Misused(`${error instanceof Error ? error.message : ''}\nUsage: ${rest}`, { cause: error });
  }
}

/** What is said of an error: its sentence, or what is wrong with each field of the request. */
function sentencesOf(error: Error): string[] {
  const fields = error instanceof HttpProblem ? Object.entries(error.errors ?? {}) : [];
  if (fields.length === 0) return [error.message];
  return fields.flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`));
}

readEnvFile();
try {
  console.log(await run(readConfig(process.env), process.argv.slice(2)));
} catch (error) {
  const refused =
    error instanceof HttpProblem || error instanceof KeyringError || error instanceof RangeError;
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!refused && !missing && !(error instanceof Misused)) throw error;
  console.error(sentencesOf(error).join('\n'));
  process.exitCode = error instanceof Misused ? exits.misused : exits.refused;
}
