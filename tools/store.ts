/**
 * `npm run store -- move --to <address>` moves the sealed bytes to another store; `npm run store -- status` says where they are;
 * `npm run store -- adopt` makes a restored database the owner of its stores.
 */
import { parseArgs } from 'node:util';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { moveStore, storeStatus } from '@cloakroom/service/store/move.ts';
import { objectStores, ownedElsewhere, type RegisteredStore } from '@cloakroom/service/store/objectStores.ts';
import { StoreUnavailable } from '@cloakroom/service/store/objectStore.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { parseStoreUrl } from '@cloakroom/service/store/storeUrl.ts';
import { readSettings, withDatabase } from './serviceDatabase.ts';

const usage = `npm run store -- move --to <address>   file:///folder, s3://bucket?region=…, or postgres
npm run store -- status
npm run store -- adopt                 after a restore: this database may change its stores, the former one no more`;
/** Reading and comparing a large table takes longer than a search. */
const limits = { connections: 4, statementSeconds: 300 };

/** The address of a store as a setting: empty for PostgreSQL. @throws {Error} */
function addressOf(text: string): string {
  if (text === 'postgres') return '';
  try {
    parseStoreUrl(text);
    return text;
  } catch (error) {
    throw new Error(`The address ${(error as Error).message}.\n${usage}`, { cause: error });
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' } },
  });
  const [verb, ...more] = positionals;
  const isMove = verb === 'move' && values.to !== undefined;
  if (more.length > 0 || !(isMove || (['status', 'adopt'].includes(verb ?? '') && values.to === undefined)))
    throw new Error(usage);
  const target = isMove ? addressOf(values.to!) : '';
  const settings = readSettings(process.env);
  return withDatabase(settings, async (databaseUrl) => {
    const { database, close } = openDatabase(databaseUrl, undefined, limits);
    const stores = objectStores(database);
    try {
      if (isMove) return await move();
      return await (verb === 'adopt' ? adopt() : status());
    } finally {
      stores.close();
      await close();
    }

    async function move(): Promise<string> {
      const { moved, bytes, damaged } = await moveStore(database, stores, target, {
        retentionMs: settings.storeRetentionMs,
        onProgress: showProgress,
      });
      if (damaged.length > 0) process.exitCode = 1;
      return [
        `Moved and verified ${moved} objects, ${megabytes(bytes)}.`,
        ...damaged.map((name) => `Missing or damaged, and not moved: ${name}`),
        `Set STORE_URL=${target} and restart every instance of the service; then move again, for what arrived meanwhile.`,
        await status(),
      ].join('\n');
    }

    /** STORE_URL comes first: the database may know its store by an earlier address. */
    async function adopt(): Promise<string> {
      const lines: string[] = [];
      const adoptOne = async (url: string) => {
        try {
          await stores.adopt(url);
          lines.push(`This database owns ${url} now. A service of another database no longer changes it.`);
        } catch (error) {
          if (!(error instanceof StoreUnavailable || error instanceof StartupError)) throw error;
          process.exitCode = 1;
          lines.push(`Not adopted: ${url}: ${error.message}`);
        }
      };
      const { storeUrl } = settings;
      if (storeUrl !== '') await adoptOne(storeUrl);
      for (const { url } of (await storeStatus(database)).stores) if (url !== storeUrl) await adoptOne(url);
      return lines.length > 0
        ? lines.join('\n')
        : 'All sealed bytes are in PostgreSQL: there is nothing to adopt.';
    }

    async function status(): Promise<string> {
      const { stores: found, blockRows, groupRows, partRows } = await storeStatus(database);
      const registered = await stores.all();
      const notes = await Promise.all(
        found.map(({ url }) => ownershipNote(registered.find(({ store }) => store.url === url))),
      );
      return [
        `PostgreSQL: ${blockRows} blocks, ${groupRows} groups of records and ${partRows} parts of lists of segments`,
        ...found.map(
          ({ url, objects, bytes, removed }, at) =>
            `${url}: ${objects} objects, ${megabytes(bytes)}${removed === 0 ? '' : `; ${removed} removed ones are not deleted yet`}${notes[at]}`,
        ),
      ].join('\n');
    }
  });
}

/** Says that a store is only read, or that it does not answer. */
async function ownershipNote(store: RegisteredStore | undefined): Promise<string> {
  try {
    return !store || (await store.isOwned()) ? '' : `; read only: ${ownedElsewhere}`;
  } catch (error) {
    if (error instanceof StoreUnavailable) return `; it can’t be used: ${error.message}`;
    throw error;
  }
}

function showProgress({ moved, bytes }: { moved: number; bytes: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${moved} objects, ${megabytes(bytes)} `);
}

readEnvFile();
try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof StoreUnavailable ? `A store can’t be used: ${message}. Move again later.` : message,
  );
  process.exitCode = 1;
}
