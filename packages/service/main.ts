/** Starts the service: database, migrations, listening; shuts it down gracefully. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { gracefulShutdown, runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { listenOn, requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { type Config, readConfig } from './config.ts';
import { buildService } from './app.ts';
import { checkDatabase } from './db/check.ts';
import { type Database, openDatabase, replicaLimits } from './db/client.ts';
import { startEmbeddedDatabase } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import { readImmutableFrom, type ReadImmutable } from './db/replica.ts';
import { openMail } from './modules/mail/mail.ts';
import { outboxAddress } from './modules/mail/outboxToken.ts';

/** How long active calls may take after a signal. */
const shutdownTimeoutMs = 8_000;
const printLine = (text: string) => process.stderr.write(`${text}\n`);

runProgram('The service', async ({ signal, onEnd, setLogFile }) => {
  readEnvFile();
  const config = readConfig();
  setLogFile(config.LOG_FILE);
  const listenAddress = { host: config.HOST, port: config.SERVICE_PORT, setting: 'SERVICE_PORT' };
  // Before the database: creating a new one takes seconds.
  await requireFreePort(listenAddress);
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedDatabase({
        dataDir: config.DATA_DIR,
        port: config.EMBEDDED_DATABASE_PORT,
        signal,
        onError: ({ message }) => printLine(message),
      });
  if (embedded) onEnd(() => embedded.stop());
  else await checkDatabase(config.database);
  signal.throwIfAborted();
  const address = embedded?.url ?? config.database;
  await migrateDatabase(address, { signal });
  const onConnectionError = ({ message }: Error) => void printLine(`A database connection broke: ${message}`);
  const { database, close } = openDatabase(address, onConnectionError, {
    connections: config.DATABASE_POOL,
    statementSeconds: config.DATABASE_STATEMENT_TIMEOUT,
  });
  onEnd(close);
  const readImmutable = await openReplica(config, database, onEnd);
  const mail = openMail(config, printLine);
  onEnd(() => mail.close());
  const app = await buildService({ database, config, mail, readImmutable });
  onEnd(gracefulShutdown(app, shutdownTimeoutMs));
  signal.throwIfAborted();
  const listening = await listenOn(app, listenAddress);
  const databaseHint =
    embedded && embedded.home !== config.DATA_DIR ? ` Its database is in ${embedded.home}.` : '';
  printLine(`The service listens on ${listening}.${databaseHint}`);
  const outbox = outboxAddress(config, listening);
  if (outbox) printLine(`Mails wait in the outbox: ${outbox}`);
});

/** Opens the read replica, if the settings name one. One that can't be used is reported, and the service starts without it. */
async function openReplica(
  { replica, DATABASE_POOL, DATABASE_STATEMENT_TIMEOUT }: Config,
  primary: Database,
  onEnd: (end: () => Promise<void>) => void,
): Promise<ReadImmutable> {
  if (!replica) return readImmutableFrom(primary, undefined, printLine);
  await checkDatabase(replica, 'DATABASE_READ_URL').catch((error: unknown) =>
    printLine(
      `${(error as Error).message} The service starts without it: the primary answers until it works.`,
    ),
  );
  const limits = { connections: DATABASE_POOL, statementSeconds: DATABASE_STATEMENT_TIMEOUT };
  const { database, close } = openDatabase(replica, undefined, { ...limits, ...replicaLimits });
  onEnd(close);
  return readImmutableFrom(primary, database, printLine);
}
