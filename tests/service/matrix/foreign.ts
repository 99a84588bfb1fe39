/** Finds the positions of ids in a call by comparing the same call of two organizations. */
import { randomBytes } from 'node:crypto';
import { newId } from '@cloakroom/service/newId.ts';
import type { Ask } from './row.ts';

/** A position, its value, and the call with another organization's id there and with an unknown id. */
export type Swapped = { place: string; ours: string; theirs: Swap; missing: Swap };
type Swap = { ask: Ask; id: string };

/** An unknown value in the form of `text`; null if `text` is not an identifier. */
function unknownLike(text: string, inPath: boolean): string | null {
  if (/^[2-9A-HJ-NP-Za-km-z]{22}$/.test(text)) return newId();
  if (/^[0-9a-f]{32}$/.test(text)) return randomBytes(16).toString('hex');
  if (/^[0-9a-f]{24}$/.test(text)) return randomBytes(12).toString('hex');
  if (!inPath) return /^\/api\/.*\/$/.test(text) ? text.replace(/[^/]+(?=\/$)/, newId()) : null;
  return text.includes('@') ? `${newId().toLowerCase()}@example.org` : `missing-${newId().toLowerCase()}`;
}

/** Compares the same call of our organization and of the other one. @returns each position that names an object. */
export function swaps(ours: Ask, theirs: Ask): Swapped[] {
  return [...inUrl(ours, theirs), ...inBody(ours, theirs)];
}

/** The delimiters of path segments and query values. */
const marks = /([/?&=])/;

function inUrl(ours: Ask, theirs: Ask): Swapped[] {
  const [own, foreign] = [ours.url.split(marks), theirs.url.split(marks)];
  const query = own.indexOf('?');
  return own.flatMap((part, at) => {
    const other = foreign[at];
    const missing = other !== part && unknownLike(part, query < 0 || at < query);
    if (!missing || other === undefined) return [];
    const place = `${own
      .slice(0, at)
      .join('')
      .replace(/[2-9A-HJ-NP-Za-km-z]{22}/g, '…')}…`;
    const swapped = (id: string) => ({ ask: { ...ours, url: own.with(at, id).join('') }, id });
    return [{ place, ours: part, theirs: swapped(other), missing: swapped(missing) }];
  });
}

type Path = (string | number)[];

/** Every string in a body, with its path. */
function stringsIn(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => stringsIn(inner, [...path, name]));
}

/**
 * Values that belong to an id without being one, such as a segment's labels, are those of the other organization in both
 * calls.
 */
function inBody(ours: Ask, theirs: Ask): Swapped[] {
  const foreign = new Map(stringsIn(theirs.body).map(([path, text]) => [path.join('.'), text]));
  const different = stringsIn(ours.body).flatMap(([path, text]) => {
    const other = foreign.get(path.join('.'));
    return other === undefined || other === text ? [] : [{ path, text, other }];
  });
  const companions = different.filter(({ text }) => unknownLike(text, false) === null);
  const base = companions.reduce((body, { path, other }) => put(body, path, other), ours.body);
  return different.flatMap(({ path, text, other }) => {
    const missing = unknownLike(text, false);
    if (missing === null) return [];
    const swapped = (id: string) => ({ ask: { ...ours, body: put(base, path, id) }, id });
    const place = `body ${path.join('.')}`;
    return [{ place, ours: text, theirs: swapped(other), missing: swapped(missing) }];
  });
}

function put(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = put(copy[name], rest, text);
  return copy;
}
