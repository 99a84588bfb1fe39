/** Names another tenant's things wherever a call names one, and tells what gave them away. */
import { isDeepStrictEqual } from 'node:util';
import { actors, type ActorName, everybody } from './actors.ts';
import { swaps } from './foreign.ts';
import { send } from './judge.ts';
import type { Ask, Row } from './row.ts';
import type { Matrix } from './world.ts';

/** A segment's id is its sender's choice, so that one which is taken is told from one that isn't. */
const chosen = (row: Row, place: string) => row.call === 'putSegment' && place === '/api/segments/…';

/** What can be told of an answer, but for the id, which its sender knows. */
async function told(matrix: Matrix, who: ActorName, { ask, id }: { ask: Ask; id: string }) {
  const { statusCode, headers, body } = await send(matrix, who, ask);
  const { 'content-type': type, 'x-total-count': total } = headers;
  return { statusCode, type, total, body: body.replaceAll(id, '…') };
}

const outsider = 'owner of another organization';

/**
 * Make a call as an outsider, with all of our ids and with one after the other replaced by nobody's: it is all the same.
 * @returns in words what was answered differently.
 */
export async function hintsOf(ours: Matrix, theirs: Matrix, row: Row): Promise<string[]> {
  if (row.shows || row.may(actors[outsider], outsider)) return [];
  const ask = await row.ask(ours, outsider);
  const own = ours.identities[outsider];
  const truth = await told(ours, outsider, { ask, id: own });
  const hints: string[] = [];
  for (const { place, ours: id, nobodys } of swaps(ask, await row.ask(theirs, outsider))) {
    if (id === own) continue;
    const other = await told(ours, outsider, nobodys);
    if (!isDeepStrictEqual(truth, other))
      hints.push(`${place}: ${JSON.stringify(truth)} but ${JSON.stringify(other)}`);
  }
  return hints;
}

/**
 * Make a call as somebody of ours who may, with an id of theirs in each of its places, and with one of nobody's.
 * @returns the places, and in words what was answered differently, or as if it were there.
 */
export async function leaksOf(
  ours: Matrix,
  theirs: Matrix,
  row: Row,
): Promise<{ places: string[]; leaks: string[] }> {
  const allowed = (name: ActorName) => actors[name].place === 'member' && row.may(actors[name], name);
  const who = everybody.find(allowed) ?? 'owner';
  // Asking in theirs makes what the call needs there.
  const found = swaps(await row.ask(ours, who), await row.ask(theirs, who)).filter(
    ({ place }) => !chosen(row, place),
  );
  const before = await stateOf(theirs);
  const leaks: string[] = [];
  for (const { place, theirs: foreign, nobodys } of found) {
    const [one, other] = [await told(ours, who, foreign), await told(ours, who, nobodys)];
    if (!isDeepStrictEqual(one, other))
      leaks.push(`${place}: ${JSON.stringify(one)} but ${JSON.stringify(other)}`);
    // Lists answer with nothing; everything else isn't there, or isn't possible.
    const nothing = one.statusCode === 200 ? one.body === '[]' : [400, 404].includes(one.statusCode);
    if (!nothing) leaks.push(`${place}: ${JSON.stringify(one)}`);
  }
  if (!isDeepStrictEqual(await stateOf(theirs), before)) leaks.push('something of theirs has changed');
  return { places: found.map(({ place }) => place), leaks };
}

/** Everything that is shown to somebody who may see it all. */
async function stateOf({ call, people, ...m }: Matrix): Promise<unknown[]> {
  const who = people['admin who is a data owner'];
  const urls = [`/api/organizations/${m.organization}/users/`, `/api/datasets/${m.dataset.id}/`, m.schema.url, `${m.schema.url}teams/`, `${m.schema.url}grants/`, m.manifestUrl, '/api/requests/']; // prettier-ignore
  const answers = [];
  for (const url of urls) answers.push((await call(who, 'GET', url)).json<unknown>());
  return answers;
}
