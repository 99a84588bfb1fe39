/** Signed links of mails: read from the outbox, or signed with an earlier time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { readConfig } from '@cloakroom/service/config.ts';
import { openDatabase, type Database } from '@cloakroom/service/db/client.ts';
import { users } from '@cloakroom/service/db/schema.ts';
import { linkFor, type LinkPurpose } from '@cloakroom/service/links.ts';
import { findMailedLink } from '../../tools/client.ts';
import type { Stack } from '../../tools/stack.ts';

/** The parameters of a link; an invitation's link names the invitation as well. */
export type Token = { user_id: string; timestamp: string; signature: string; invitation?: string };

export function tokenIn(link: string): Token {
  const query = new URL(link, 'http://localhost').searchParams;
  const parameter = (name: string) => query.get(name) ?? '';
  return {
    user_id: parameter('user_id'),
    timestamp: parameter('timestamp'),
    signature: parameter('signature'),
    ...(query.has('invitation') && { invitation: parameter('invitation') }),
  };
}

/**
 * The latest link that was mailed to an address, as path and query; waits until the mail is written.
 * @param page - the page that the link opens; any by default.
 */
export async function waitForMailedLink({ outbox }: Stack, email: string, page = '[a-z-]+'): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const found = await findMailedLink(outbox, email, `/accounts/${page}`);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The outbox has no mail to ${email} with a link.`);
}

/** A link as it was signed `hours` ago. */
export async function agedLink(
  stack: Stack,
  purpose: LinkPurpose,
  email: string,
  hours: number,
): Promise<string> {
  const config = readConfig({ DATA_DIR: stack.dataDir, PUBLIC_URL: stack.url });
  return withDatabase(stack, async (database) => {
    const [account] = await database.select().from(users).where(eq(users.email, email));
    if (!account) throw new Error(`There is no account ${email}.`);
    return linkFor(config, purpose, account, Date.now() - hours * 3_600_000).slice(stack.url.length);
  });
}

/** Opens a stack's database. */
export async function withDatabase<Result>(
  stack: Stack,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, close } = openDatabase(databaseOf(stack));
  try {
    return await use(database);
  } finally {
    await close();
  }
}

/** The URL of a stack's embedded database, from its files. */
function databaseOf({ dataDir }: Stack): string {
  const readText = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8').trim();
  const port = readText('postgres', 'postmaster.pid').split('\n')[3] ?? '';
  return `postgres://cloakroom:${encodeURIComponent(readText('database-password'))}@127.0.0.1:${port}/cloakroom`;
}
