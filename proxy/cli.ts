/** `npm run -s proxy -- <noun> <verb> …`: the proxy's work without the console. JSON goes to standard output, what went wrong to standard error. */
import { readEnvFile } from '#host/envFile.ts';
import { runLine } from './commands/line.ts';

readEnvFile();
const { code, printed, complaint } = await runLine({
  words: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
});
if (code === 0) console.log(printed);
else console.error(complaint);
process.exitCode = code;
