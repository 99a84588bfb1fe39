/** The usage of commands, as `--help` prints it. */
import { commands } from './table.ts';

/** The command with which the program was started. */
const programIn = ({ npm_lifecycle_event: script }: NodeJS.ProcessEnv): string =>
  script === 'proxy' ? 'npm run -s proxy --' : 'cloakroom';

/** The usage of the commands with this noun and verb, or else with this noun, or else of all commands. */
export function usageOf([noun = '', verb = '']: string[], environment: NodeJS.ProcessEnv): string {
  const names = Object.keys(commands);
  const withNoun = names.filter((name) => name.split(' ')[0] === noun);
  const withNounAndVerb = names.filter((name) => name === `${noun} ${verb}`);
  const shown = [withNounAndVerb, withNoun, names].find((found) => found.length > 0) ?? names;
  const program = programIn(environment);
  return shown
    .map((name, at) =>
      `${at === 0 ? 'Usage:' : '      '} ${program} ${name} ${commands[name]!.usage}`.trimEnd(),
    )
    .join('\n');
}
