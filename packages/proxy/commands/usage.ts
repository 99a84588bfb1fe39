/** The usage of commands, as `--help` prints it. */
import { commands } from './table.ts';

/** How the program was started, and so is started again. */
const programIn = ({ npm_lifecycle_event: script }: NodeJS.ProcessEnv): string =>
  script === 'proxy' ? 'npm run -s proxy --' : 'cloakroom';

/** The usage of the commands that begin with these words, as many of them as match; of all commands where none does. */
export function usageOf([noun = '', verb = '']: string[], environment: NodeJS.ProcessEnv): string {
  const names = Object.keys(commands);
  const ofNoun = names.filter((name) => name.split(' ')[0] === noun);
  const ofBoth = names.filter((name) => name === `${noun} ${verb}`);
  const shown = [ofBoth, ofNoun, names].find((found) => found.length > 0) ?? names;
  const program = programIn(environment);
  return shown
    .map((name, at) =>
      `${at === 0 ? 'Usage:' : '      '} ${program} ${name} ${commands[name]!.usage}`.trimEnd(),
    )
    .join('\n');
}
