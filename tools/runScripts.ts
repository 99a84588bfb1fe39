/**
 * `tsx tools/runScripts.ts NAME… [--live NAME]`: runs scripts of package.json at the same time. The output of the live one is
 * shown as it comes, that of each other one when it has ended. Exits with code 1 if one fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';

type Result = { name: string; failed: boolean };

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const args = process.argv.slice(2);
const live = args.includes('--live') ? args.at(-1) : undefined;
const names = args.filter((arg) => arg !== '--live');
/** A program whose output is a pipe prints colors only with this. */
const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

/** Runs one script and prints all of its output when it has ended, so that outputs do not mix, unless it is the live one. */
async function runScript(name: string): Promise<Result> {
  const command = scripts[name];
  if (command === undefined) throw new Error(`package.json has no script "${name}".`);
  const startedAt = Date.now();
  // npm has put node_modules/.bin into the path. Running the command itself saves the start of another npm.
  const child = spawn(command, {
    shell: true,
    stdio: name === live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...colors, ...process.env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const failed = code !== 0;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  // In one piece: the live script writes meanwhile.
  const heading = Buffer.from(`== ${name}: ${failed ? 'failed' : 'passed'} in ${seconds} s\n`);
  process.stdout.write(Buffer.concat([heading, ...output]));
  return { name, failed };
}

const results = await Promise.all(names.map(runScript));
const failed = results.filter((result) => result.failed).map(({ name }) => name);
console.log(failed.length === 0 ? `All passed: ${names.join(', ')}.` : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
