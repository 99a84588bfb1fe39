/** A passphrase that a command prints, as those of password managers and vaults do. It is not logged. */
import { execFile } from 'node:child_process';
import { KeyringError } from './keyringError.ts';

/** How long the command may take: an agent may ask a person. */
const timeoutMs = 60_000;
const maxOutputBytes = 64 * 1024;
/** Of what the command wrote to standard error, in messages. */
const maxShownCharacters = 500;

/**
 * The words of a command. Spaces separate them, except within single or double quotes. There are no other signs: no variables, no
 * backslashes, no pipes.
 * @throws {RangeError} for a quote without its end, and for no word.
 */
export function wordsOfCommand(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const rest = text.replace(/(?:[^\s"']|"[^"]*"|'[^']*')+/g, '');
  if (rest.trim() !== '') throw new RangeError('has a quote without its end');
  if (words.length === 0) throw new RangeError('is empty');
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/**
 * Runs the command without a shell and without standard input.
 * @returns the first line of its standard output.
 * @throws {KeyringError} `locked` with what it wrote to standard error, if it fails, takes too long or prints nothing.
 */
export async function runPassphraseCommand(command: string, limitMs = timeoutMs): Promise<string> {
  const [file = '', ...args] = parse(command);
  const passphrase = (await output(file, args, limitMs)).split(/\r?\n/, 1)[0] ?? '';
  if (passphrase === '') throw refusal(file, 'printed no passphrase on the first line');
  return passphrase;
}

function parse(command: string): string[] {
  try {
    return wordsOfCommand(command);
  } catch (error) {
    throw new KeyringError('locked', `KEYRING_PASSPHRASE_COMMAND ${(error as Error).message}.`);
  }
}

const output = (file: string, args: string[], limitMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { timeout: limitMs, maxBuffer: maxOutputBytes, killSignal: 'SIGKILL' as const };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (!error) {
        resolve(stdout);
        return;
      }
      const { code, killed } = error;
      const reason =
        code === 'ENOENT' || code === 'EACCES'
          ? `can’t be started (${code})`
          : killed === true
            ? `was ended after ${limitMs / 1000} seconds`
            : `failed with ${String(code)}`;
      reject(refusal(file, reason, stderr));
    });
    child.stdin?.end();
  });

/** The error has neither the arguments of the command, which may be secret, nor its output. */
function refusal(file: string, reason: string, stderr = ''): KeyringError {
  const shown = stderr.trim().slice(0, maxShownCharacters);
  const sentence = `KEYRING_PASSPHRASE_COMMAND: ${file} ${reason}${shown === '' ? '.' : `: ${shown}`}`;
  return new KeyringError('locked', sentence);
}
