/** Starts the service: database, tables, address; stops it in good order. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { gracefulShutdown } from '@cloakroom/server-kit/gracefulShutdown.ts';
import { runProgram } from '@cloakroom/server-kit/lifecycle.ts';
import { listenOn, requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { readConfig } from './config.ts';
import { buildService } from './app.ts';
import { checkDatabase } from './db/check.ts';
import { openDatabase } from './db/client.ts';
import { startEmbeddedDatabase } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openMail } from './modules/mail/mail.ts';
import { outboxAddress } from './modules/mail/outboxToken.ts';

/** How long calls under way may take to end after a signal. */
const farewellMs = 8_000;
const say = (text: string) => process.stderr.write(`${text}\n`);

runProgram('The service', async ({ signal, onEnd, logsTo }) => {
  readEnvFile();
  const config = readConfig();
  logsTo(config.LOG_FILE);
  const place = { host: config.HOST, port: config.SERVICE_PORT, setting: 'SERVICE_PORT' };
  // Before the database: a new one takes seconds to make.
  await requireFreePort(place);
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedDatabase({
        dataDir: config.DATA_DIR,
        port: config.EMBEDDED_DATABASE_PORT,
        signal,
        onTrouble: ({ message }) => say(message),
      });
  if (embedded) onEnd(() => embedded.stop());
  else await checkDatabase(config.DATABASE_URL);
  signal.throwIfAborted();
  const url = embedded?.url ?? config.DATABASE_URL;
  await migrateDatabase(url, { signal });
  const onTrouble = ({ message }: Error) => void say(`A database connection broke: ${message}`);
  const { database, close } = openDatabase(url, onTrouble, {
    connections: config.DATABASE_POOL,
    statementSeconds: config.DATABASE_STATEMENT_TIMEOUT,
  });
  onEnd(close);
  const mail = openMail(config, say);
  onEnd(() => mail.close());
  const app = await buildService({ database, config, mail });
  onEnd(gracefulShutdown(app, farewellMs));
  signal.throwIfAborted();
  const address = await listenOn(app, place);
  const where = embedded && embedded.home !== config.DATA_DIR ? ` Its database is in ${embedded.home}.` : '';
  say(`The service listens on ${address}.${where}`);
  const outbox = outboxAddress(config, address);
  if (outbox) say(`Mails wait in the outbox: ${outbox}`);
});
