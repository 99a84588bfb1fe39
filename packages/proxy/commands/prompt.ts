/** Questions at the terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Prompt } from './command.ts';
import { UsageError } from './usageError.ts';

/** Asks on the terminal. @throws {UsageError} if the question is cancelled by Ctrl-C or Ctrl-D. */
export const terminalPrompt =
  (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Prompt =>
  async (question, isSecret) => {
    // `readline` itself shows the question and what is typed: an output that drops everything hides both.
    if (isSecret) output.write(question);
    const echo = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
    const lines = createInterface({ input, output: echo, terminal: true });
    const cancelled = new Promise<never>((_, reject) =>
      lines.once('close', () => reject(new UsageError('Nothing was entered, so nothing was done.'))),
    );
    try {
      return await Promise.race([lines.question(question), cancelled]);
    } finally {
      cancelled.catch(() => undefined);
      lines.close();
      if (isSecret) output.write('\n');
    }
  };
