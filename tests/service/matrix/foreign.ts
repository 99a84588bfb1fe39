/** The places of a call in which an id stands, found by comparing the same call made in two organizations. */
import { randomBytes } from 'node:crypto';
import { newId } from '@cloakroom/service/newId.ts';
import type { Ask } from './row.ts';

/** A place, what stands there, and the call with somebody else's id there, and with one that nobody has. */
export type Swapped = { place: string; ours: string; theirs: Swap; nobodys: Swap };
type Swap = { ask: Ask; id: string };

/** What nobody has, in the shape of `text`; null for what is no name of anything. */
function nobodysLike(text: string, inPath: boolean): string | null {
  if (/^[2-9A-HJ-NP-Za-km-z]{22}$/.test(text)) return newId();
  if (/^[0-9a-f]{32}$/.test(text)) return randomBytes(16).toString('hex');
  if (/^[0-9a-f]{24}$/.test(text)) return randomBytes(12).toString('hex');
  if (!inPath) return /^\/api\/.*\/$/.test(text) ? text.replace(/[^/]+(?=\/$)/, newId()) : null;
  return text.includes('@') ? `${newId().toLowerCase()}@example.org` : `nobody-${newId().toLowerCase()}`;
}

/** The same call, made in our organization and in theirs: each place in which it names something of its own. */
export function swaps(ours: Ask, theirs: Ask): Swapped[] {
  return [...inUrl(ours, theirs), ...inBody(ours, theirs)];
}

/** Path segments and query values are what stands between these. */
const marks = /([/?&=])/;

function inUrl(ours: Ask, theirs: Ask): Swapped[] {
  const [own, foreign] = [ours.url.split(marks), theirs.url.split(marks)];
  const query = own.indexOf('?');
  return own.flatMap((part, at) => {
    const other = foreign[at];
    const nobodys = other !== part && nobodysLike(part, query < 0 || at < query);
    if (!nobodys || other === undefined) return [];
    const place = `${own
      .slice(0, at)
      .join('')
      .replace(/[2-9A-HJ-NP-Za-km-z]{22}/g, '…')}…`;
    const swapped = (id: string) => ({ ask: { ...ours, url: own.with(at, id).join('') }, id });
    return [{ place, ours: part, theirs: swapped(other), nobodys: swapped(nobodys) }];
  });
}

type Path = (string | number)[];

/** Every text in a body, with the way to it. */
function texts(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, [...path, name]));
}

/** What belongs to an id without being one, such as a segment's labels, is theirs in both calls. */
function inBody(ours: Ask, theirs: Ask): Swapped[] {
  const foreign = new Map(texts(theirs.body).map(([path, text]) => [path.join('.'), text]));
  const different = texts(ours.body).flatMap(([path, text]) => {
    const other = foreign.get(path.join('.'));
    return other === undefined || other === text ? [] : [{ path, text, other }];
  });
  const companions = different.filter(({ text }) => nobodysLike(text, false) === null);
  const base = companions.reduce((body, { path, other }) => put(body, path, other), ours.body);
  return different.flatMap(({ path, text, other }) => {
    const nobodys = nobodysLike(text, false);
    if (nobodys === null) return [];
    const swapped = (id: string) => ({ ask: { ...ours, body: put(base, path, id) }, id });
    const place = `body ${path.join('.')}`;
    return [{ place, ours: text, theirs: swapped(other), nobodys: swapped(nobodys) }];
  });
}

function put(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = put(copy[name], rest, text);
  return copy;
}
