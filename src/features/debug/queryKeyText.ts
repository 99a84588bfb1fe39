/** Query keys and database names as text, without user input. */
import { redacted } from '#src/machines/inspection/redacted.ts';

/** Literal parts of query keys. The first part is always a literal. */
const literals = new Set(
  'beside can-decrypt chart count databases end everyone grants identities in invitations list materials of one overrides page people receivers requests running teams users'.split(
    ' ',
  ),
);
/** Ids of the service and the proxy. */
const id = /^[2-9A-HJ-NP-Za-km-z]{22}$/;

export const queryKeyText = (key: readonly unknown[]): string =>
  key
    .map((part, at) => {
      if (typeof part === 'string' && (at === 0 || literals.has(part) || id.test(part))) return part;
      const text = redacted(part);
      return typeof text === 'string' ? `(${text})` : JSON.stringify(text);
    })
    .join(' / ');

/** A database's name: its purpose, and its owner by id only. */
export const databaseLabel = (name: string): string =>
  name
    .split('/')
    .map((part, at) => (at === 0 || id.test(part) || part === 'here' ? part : `(text of ${part.length})`))
    .join(' / ');
