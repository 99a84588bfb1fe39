/** Starts the service: database, tables, address; stops it in good order. */
import { readEnvFile } from '#host/envFile.ts';
import { gracefulClose } from '#host/farewell.ts';
import { stopWhenTold } from '#host/stopWhenTold.ts';
import { readConfig } from './config.ts';
import { buildService } from './app.ts';
import { openDatabase } from './db/client.ts';
import { startEmbeddedDatabase } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openMail } from './modules/mail/mail.ts';
import { outboxAddress } from './modules/mail/outboxToken.ts';

/** How long calls under way may take to end after a signal. */
const farewellMs = 8_000;

readEnvFile();
const config = readConfig();
const say = (text: string) => process.stderr.write(`${text}\n`);

const embedded = config.databaseUrl
  ? null
  : await startEmbeddedDatabase({
      dataDir: config.dataDir,
      port: config.embeddedDatabasePort,
      onTrouble: ({ message }) => say(message),
    });
const url = embedded?.url ?? config.databaseUrl;
await migrateDatabase(url);
const { database, close } = openDatabase(url, ({ message }) =>
  say(`A database connection broke: ${message}`),
);
const mail = openMail(config, say);
const app = await buildService({ database, config, mail });

const farewell = gracefulClose(app, farewellMs);
stopWhenTold(process, async () => {
  await farewell();
  mail.close();
  await close();
  await embedded?.stop();
});

const address = await app.listen({ port: config.port, host: config.host });
const where = embedded && embedded.home !== config.dataDir ? ` Its database is in ${embedded.home}.` : '';
say(`The service listens on ${address}.${where}`);
const outbox = outboxAddress(config, address);
if (outbox) say(`Mails wait in the outbox: ${outbox}`);
