/** Mails that the mail server didn't accept: stored on the disk and retried for three days. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copyPath, DamagedFile, mirroredFile } from '@cloakroom/server-kit/mirroredFile.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import { newId } from '../../newId.ts';
import type { MailMessage } from './mailMessage.ts';

const retryIntervalMs = 60_000;
const UnsentMail = z.object({ to: z.string(), subject: z.string(), text: z.string() });
const retryForMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Opens the queue in a data folder; retries every mail once a minute, including those of an earlier run.
 * @param deliver - rejects if the mail server doesn't accept the mail.
 * @param warn - called with a sentence without e-mail addresses on every failure.
 */
export function openUnsent(
  dataDir: string,
  deliver: (message: MailMessage) => Promise<void>,
  warn: (sentence: string) => void,
  intervalMs = retryIntervalMs,
): { enqueue: (message: MailMessage, error: unknown) => Promise<void>; close: () => void } {
  const folder = join(dataDir, 'unsent');
  const fileOf = (name: string) => mirroredFile(join(folder, name), UnsentMail, warn);
  /** The names of files that are being written. */
  const writing = new Set<string>();
  /** The names of sent mails whose files could not be removed yet. */
  const sent = new Set<string>();
  const retryOne = async (name: string) => {
    const file = fileOf(name);
    if (!sent.has(name)) {
      const message = await file.read();
      if (!message) return;
      try {
        await deliver(message);
      } catch (error) {
        // Names begin with the time of storing.
        if (Date.now() - Number.parseInt(name) < retryForMs) throw error;
        warn(`A mail could not be sent for three days and was given up: ${reason(error)}`);
      }
    }
    try {
      // The copy first: a remaining copy would be read as the mail.
      for (const path of [copyPath(file.path), file.path]) await rm(path, { force: true });
      sent.delete(name);
    } catch (error) {
      if (!sent.has(name)) warn(notRemoved(file.path, error));
      sent.add(name);
    }
  };
  const retry = async () => {
    const names = (await readdir(folder).catch(() => [])).flatMap(
      (name) => /^(.*[.]json)([.]copy)?$/.exec(name)?.[1] ?? [],
    );
    for (const name of [...new Set(names)].filter((name) => !writing.has(name)).sort())
      await retryOne(name).catch((error: unknown) =>
        warn(error instanceof DamagedFile ? damaged(error) : willRetry(error)),
      );
  };
  let isRetrying = false;
  const timer = setInterval(() => {
    // With a slow mail server, a run can take longer than the interval.
    if (isRetrying) return;
    isRetrying = true;
    void retry().finally(() => {
      isRetrying = false;
    });
  }, intervalMs);
  timer.unref();
  return {
    enqueue: async (message, error) => {
      warn(willRetry(error));
      const { to, subject, text } = message;
      const name = `${Date.now()}-${newId()}.json`;
      writing.add(name);
      await fileOf(name)
        .write({ to, subject, text })
        .finally(() => writing.delete(name));
    },
    close: () => clearInterval(timer),
  };
}

const notRemoved = (path: string, error: unknown) =>
  `A mail was sent, but its file can’t be removed, so it will be sent again when the service starts again. ${storageErrorOf(error, path)?.message ?? reason(error)}`;

const damaged = ({ path, aside }: DamagedFile) =>
  `A mail that was to be sent is damaged, and so is its copy: ${path}. It was set aside as ${aside.join(' and ')}, and will not be sent: its recipient has to request it again.`;

const willRetry = (error: unknown) => `A mail could not be sent and will be retried: ${reason(error)}`;

/** The error's message without e-mail addresses, which mail servers quote. */
const reason = (error: unknown) => (error as Error).message.replace(/\S+@\S+/g, '[address]');
