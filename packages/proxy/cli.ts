/** `npm run -s proxy -- <noun> <verb> …`: the command line. Prints JSON to standard output, and errors to standard error. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { runCommandLine } from './commands/commandLine.ts';

readEnvFile();
const { stderr } = process;
/** Overwrites the current line of the terminal. */
const showProgress = (text: string) => stderr.write(`\r\x1b[K${text}`);
const { code, output, errorText } = await runCommandLine({
  words: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
  ...(stderr.isTTY ? { onProgress: showProgress } : {}),
});
if (stderr.isTTY) stderr.write('\r\x1b[K');
if (code === 0) console.log(output);
else console.error(errorText);
process.exitCode = code;
