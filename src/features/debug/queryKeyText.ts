/** What a query asks for, without what somebody typed to ask for it. */
import { redacted } from '#src/machines/inspection/redacted.ts';

/** Words of our own that stand in keys behind the first one, which always is. */
const words = new Set(
  'beside can-decrypt chart count databases end everybody grants identities in invitations list materials of one overrides page people receivers requests running teams users'.split(
    ' ',
  ),
);
/** Ids as the service and the proxy give them. */
const id = /^[2-9A-HJ-NP-Za-km-z]{22}$/;

export const queryKeyText = (key: readonly unknown[]): string =>
  key
    .map((part, at) => {
      if (typeof part === 'string' && (at === 0 || words.has(part) || id.test(part))) return part;
      const told = redacted(part);
      return typeof told === 'string' ? `(${told})` : JSON.stringify(told);
    })
    .join(' / ');

/** A database's name: what it is for, and whose it is by id alone. */
export const databaseLabel = (name: string): string =>
  name
    .split('/')
    .map((part, at) => (at === 0 || id.test(part) || part === 'here' ? part : `(text of ${part.length})`))
    .join(' / ');
