/** `cloakroom <noun> <verb> …`: the command line. Prints JSON to standard output, and errors to standard error. */
import { runCommandLine } from './commands/commandLine.ts';
import { terminalPrompt } from './commands/prompt.ts';

const { stdin, stderr } = process;
// A reader such as `head` has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
/** Overwrites the current line of the terminal. */
const showProgress = (text: string) => stderr.write(`\r\x1b[K${text}`);
const { code, output, errorText } = await runCommandLine({
  words: process.argv.slice(2),
  environment: process.env,
  input: stdin,
  output: process.stdout,
  ...(stderr.isTTY ? { onProgress: showProgress } : {}),
  ...(stdin.isTTY && stderr.isTTY ? { prompt: terminalPrompt(stdin, stderr) } : {}),
});
if (stderr.isTTY) stderr.write('\r\x1b[K');
if (code !== 0) console.error(errorText);
else if (output !== '') console.log(output);
process.exitCode = code;
