/** `tsx tools/runScripts.ts NAME…`: runs scripts of package.json at the same time. Exits with code 1 if one fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';

type Result = { name: string; failed: boolean };

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = process.argv.slice(2);
/** Programs print colors into a pipe only with this variable. */
const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

/** Runs one script and prints all of its output when it has ended, so that outputs do not mix. */
async function runScript(name: string): Promise<Result> {
  const command = scripts[name];
  if (command === undefined) throw new Error(`package.json has no script "${name}".`);
  const startedAt = Date.now();
  // npm has added node_modules/.bin to the path. Running the command itself saves the start of another npm.
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...colors, ...process.env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const failed = code !== 0;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${failed ? 'failed' : 'passed'} in ${seconds} s\n`);
  process.stdout.write(Buffer.concat(output));
  return { name, failed };
}

const results = await Promise.all(names.map(runScript));
const failed = results.filter((result) => result.failed).map(({ name }) => name);
console.log(failed.length === 0 ? `All passed: ${names.join(', ')}.` : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
