/** Slugs of organizations. They are subdomains of the product's domain, so some words are reserved. */
import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { organizations } from '../../db/schema.ts';
import { chosenSlug } from '../../slug.ts';

/** Common host names, pages of the console, and words that look like the product itself. */
const reserved = new Set(
  [
    'www www1 www2 web mail email webmail smtp imap pop pop3 mx ns ns1 ns2 dns ftp sftp ssh vpn proxy gateway cdn',
    'api app apps admin administrator root system sysadmin webmaster postmaster hostmaster abuse security noreply',
    'login logout signin signup register account accounts auth oauth sso id identity password reset invite session',
    'organizations organization datasets dataset schemas schema records record users user profile teams team',
    'identities requests materials overrides permissions choose-plan debug devtest outbox assets static media files',
    'docs doc help support status health blog news about contact legal terms terms-of-service privacy billing pay',
    'payment payments checkout plans pricing dashboard console portal home download downloads demo beta alpha test',
    'staging dev development production internal localhost local example cloakroom official staff untitled',
  ].flatMap((words) => words.split(' ')),
);

async function holderOf(queries: Queries, slug: string): Promise<string | undefined> {
  const where = eq(organizations.slug, slug);
  return (await queries.select({ id: organizations.id }).from(organizations).where(where))[0]?.id;
}

/** Whether the slug is reserved or used by another organization. @param own - the organization that may keep it. */
export async function slugIsTaken(queries: Queries, slug: string, own?: string): Promise<boolean> {
  const holder = await holderOf(queries, slug);
  return reserved.has(slug) || (holder !== undefined && holder !== own);
}

/** The wanted slug, or an unused one for a name. @throws {HttpProblem} 409 if the wanted one is taken or reserved. */
export const organizationSlug = (
  queries: Queries,
  organization: { name: string; slug?: string | undefined },
): Promise<string> => chosenSlug('An organization', organization, (slug) => slugIsTaken(queries, slug));
