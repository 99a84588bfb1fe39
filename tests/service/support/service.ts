/** The real service with a separate database, for one test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildService } from '@cloakroom/service/app.ts';
import { type Config, readConfig } from '@cloakroom/service/config.ts';
import { type Database, openDatabase } from '@cloakroom/service/db/client.ts';
import type { ReadImmutable } from '@cloakroom/service/db/replica.ts';
import { createPasswords } from '@cloakroom/service/modules/accounts/passwords.ts';
import type { MailMessage } from '@cloakroom/service/modules/mail/mailMessage.ts';
import { newId } from '@cloakroom/service/newId.ts';

export type TestService = {
  app: FastifyInstance;
  database: Database;
  config: Config;
  databaseUrl: string;
  /** The address, if `listen` was requested. */
  url: string;
  /** Every mail sent so far, in order. */
  mails: () => MailMessage[];
  /** The service's time in milliseconds; it advances only by `later`. */
  clock: () => number;
  /** Advances the service's clock. */
  later: (ms: number) => void;
  close: () => Promise<void>;
};

/** A cheap Argon2id: tests make hundreds of people. */
export const quickPasswords = () =>
  createPasswords({ algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 });

/**
 * Creates a database on the run's server, which is dropped at the end.
 * @param template - the database to copy; without tables by default.
 */
export async function freshDatabase(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${newId()}`;
  const on = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await on(`create database "${name}" template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => on(`drop database "${name}" with (force)`) };
}

type TestOptions = { listen?: boolean; readImmutable?: (database: Database) => ReadImmutable };

/** Starts the service on a new database, or on the one in `DATABASE_URL`. */
export async function startService(overrides: Partial<Config> & TestOptions = {}): Promise<TestService> {
  const { listen = false, readImmutable, ...settings } = overrides;
  const dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-service-'));
  const { url: databaseUrl, drop } = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: () => Promise.resolve() }
    : await freshDatabase(process.env.TEST_DATABASE_TEMPLATE);
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }),
    ...settings,
  };
  const { database, close } = openDatabase(databaseUrl);
  const sent: MailMessage[] = [];
  // Advances only by `later`, so that a slow machine does not let a link expire.
  let now = Date.now();
  const clock = () => now;
  const app = await buildService({
    database,
    config,
    passwords: quickPasswords(),
    clock,
    mail: { send: async (mail) => void sent.push(mail) },
    ...(readImmutable && { readImmutable: readImmutable(database) }),
  });
  const url = listen ? await app.listen({ port: 0, host: '127.0.0.1' }) : '';
  return {
    app,
    database,
    config,
    databaseUrl,
    url,
    mails: () => sent,
    clock,
    later: (ms) => (now += ms),
    close: async () => {
      await app.close();
      await close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
