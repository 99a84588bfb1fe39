/** `completion`: a script for bash, zsh or fish that completes nouns, verbs and options. */
import { oneArgument, type Command, type LocalCommand } from './command.ts';
import { UsageError } from './usageError.ts';

/** The words that may follow a noun, and those that may come first, under ''. */
type Words = Map<string, Set<string>>;

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const program = 'cloakroom';

/** @param commands - by noun and verb; read when the command runs. */
export const completionCommand = (commands: () => Record<string, Command>): LocalCommand => ({
  usage: shells.join('|'),
  options: {},
  runLocally: (_, args) => {
    const name = oneArgument(args, 'shell');
    const shell = shells.find((one) => one === name);
    if (!shell) throw new UsageError(`There is completion for ${shells.join(', ')}, not for "${name}".`);
    return Promise.resolve(completionScript(shell, commands()));
  },
});

/** A script for a shell to evaluate. */
export const completionScript = (shell: Shell, commands: Record<string, Command>): string =>
  scripts[shell](wordsOf(commands), commands);

function wordsOf(commands: Record<string, Command>): Words {
  const words: Words = new Map([['', new Set()]]);
  for (const name of Object.keys(commands)) {
    const [noun = '', verb] = name.split(' ');
    words.get('')!.add(noun);
    if (verb !== undefined) words.set(noun, (words.get(noun) ?? new Set()).add(verb));
  }
  words.set('completion', new Set(shells));
  return words;
}

/** The options of a command, as they are written. */
const optionsOf = ({ options }: Command): string[] => [
  ...Object.keys(options).map((name) => `--${name}`),
  '--help',
];

type Script = (words: Words, commands: Record<string, Command>) => string;

/**
 * For bash and zsh: sets `found` to the words that may follow. Needs `current`, the word to complete, and `noun` and `verb`
 * before it.
 */
function searchLines(words: Words, commands: Record<string, Command>): string[] {
  // Commands of two words first: `upload` alone is a command too.
  const named = Object.entries(commands).sort(([one], [other]) => wordCount(other) - wordCount(one));
  return [
    "  local found=''",
    '  if [[ $current == -* ]]; then',
    '    case "$noun $verb" in',
    ...named.map(([name, command]) => {
      const pattern = wordCount(name) === 1 ? `'${name} '*` : `'${name}'`;
      return `      ${pattern}) found='${optionsOf(command).join(' ')}' ;;`;
    }),
    '    esac',
    '  elif [[ -z $verb ]]; then',
    '    case "$noun" in',
    ...[...words].map(([noun, next]) => `      '${noun}') found='${[...next].join(' ')}' ;;`),
    '    esac',
    '  fi',
  ];
}

const wordCount = (name: string): number => name.split(' ').length;

const scripts: Record<Shell, Script> = {
  bash: (words, commands) =>
    [
      `# Completion of ${program} in bash: eval "$(${program} completion bash)"`,
      `_${program}() {`,
      '  local current=${COMP_WORDS[COMP_CWORD]} noun= verb=',
      '  if (( COMP_CWORD > 1 )); then noun=${COMP_WORDS[1]}; fi',
      '  if (( COMP_CWORD > 2 )); then verb=${COMP_WORDS[2]}; fi',
      ...searchLines(words, commands),
      '  COMPREPLY=( $(compgen -W "$found" -- "$current") )',
      '}',
      `complete -o default -F _${program} ${program}`,
    ].join('\n'),
  zsh: (words, commands) =>
    [
      `#compdef ${program}`,
      `# Completion of ${program} in zsh: eval "$(${program} completion zsh)"`,
      `_${program}() {`,
      '  local current=${words[CURRENT]} noun= verb=',
      '  if (( CURRENT > 2 )); then noun=${words[2]}; fi',
      '  if (( CURRENT > 3 )); then verb=${words[3]}; fi',
      ...searchLines(words, commands),
      '  if [[ -n $found ]]; then compadd -- ${=found}; else _files; fi',
      '}',
      `compdef _${program} ${program}`,
    ].join('\n'),
  fish: (words, commands) => {
    const seen = (name: string) =>
      name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ');
    const line = (condition: string, rest: string) => `complete -c ${program} -n '${condition}' ${rest}`;
    const following = [...words].map(([noun, next]) => {
      const list = [...next].join(' ');
      const condition =
        noun === '' ? '__fish_use_subcommand' : `${seen(noun)}; and not __fish_seen_subcommand_from ${list}`;
      return line(condition, `-a '${list}'`);
    });
    const options = Object.entries(commands).flatMap(([name, command]) =>
      Object.entries(command.options).map(([option, { type }]) =>
        line(seen(name), `-l ${option}${type === 'string' ? ' -r' : ''}`),
      ),
    );
    const title = `# Completion of ${program} in fish: ${program} completion fish | source`;
    return [title, ...following, ...options].join('\n');
  },
};
