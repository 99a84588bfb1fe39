/** Starts the service: database, migrations, listening; shuts it down gracefully. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { gracefulShutdown, runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { listenOn, requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { readConfig } from './config.ts';
import { buildService } from './app.ts';
import { checkDatabase } from './db/check.ts';
import { openDatabase } from './db/client.ts';
import { startEmbeddedDatabase } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
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
  else await checkDatabase(config.DATABASE_URL);
  signal.throwIfAborted();
  const url = embedded?.url ?? config.DATABASE_URL;
  await migrateDatabase(url, { signal });
  const onConnectionError = ({ message }: Error) => void printLine(`A database connection broke: ${message}`);
  const { database, close } = openDatabase(url, onConnectionError, {
    connections: config.DATABASE_POOL,
    statementSeconds: config.DATABASE_STATEMENT_TIMEOUT,
  });
  onEnd(close);
  const mail = openMail(config, printLine);
  onEnd(() => mail.close());
  const app = await buildService({ database, config, mail });
  onEnd(gracefulShutdown(app, shutdownTimeoutMs));
  signal.throwIfAborted();
  const address = await listenOn(app, listenAddress);
  const databaseHint =
    embedded && embedded.home !== config.DATA_DIR ? ` Its database is in ${embedded.home}.` : '';
  printLine(`The service listens on ${address}.${databaseHint}`);
  const outbox = outboxAddress(config, address);
  if (outbox) printLine(`Mails wait in the outbox: ${outbox}`);
});
