/** Uses ids of another organization wherever a call takes one, and describes answers that reveal them. */
import { isDeepStrictEqual } from 'node:util';
import { actors, type ActorName, everybody } from './actors.ts';
import { swaps } from './foreign.ts';
import { send } from './judge.ts';
import type { Ask, Row } from './row.ts';
import type { Matrix } from './world.ts';

/**
 * Ids that their senders choose: of a segment, where a taken id is distinguishable from a free one, and of a view, which
 * is valid only in its schema.
 */
const isChosenBySender = ({ call }: Row, place: string) =>
  (call === 'putSegment' && place === '/api/segments/…') ||
  (call === 'putSealedView' && place.endsWith('/sealed-views/…'));

/** The parts of an answer that a sender sees, without the id that it sent. */
async function observed(matrix: Matrix, who: ActorName, { ask, id }: { ask: Ask; id: string }) {
  const { statusCode, headers, body } = await send(matrix, who, ask);
  const { 'content-type': type, 'x-total-count': total } = headers;
  return { statusCode, type, total, body: body.replaceAll(id, '…') };
}

const outsider = 'owner of another organization';

/**
 * Makes a call as an outsider, with all of our ids and with each of them replaced by an unknown one in turn: the
 * answers must be equal.
 * @returns descriptions of the answers that differ.
 */
export async function hintsOf(ours: Matrix, theirs: Matrix, row: Row): Promise<string[]> {
  if (row.shows || row.may(actors[outsider], outsider)) return [];
  const ask = await row.ask(ours, outsider);
  const own = ours.identities[outsider];
  const truth = await observed(ours, outsider, { ask, id: own });
  const hints: string[] = [];
  for (const { place, ours: id, missing } of swaps(ask, await row.ask(theirs, outsider))) {
    if (id === own) continue;
    const other = await observed(ours, outsider, missing);
    if (!isDeepStrictEqual(truth, other))
      hints.push(`${place}: ${JSON.stringify(truth)} but ${JSON.stringify(other)}`);
  }
  return hints;
}

/**
 * Makes a call as a permitted actor of ours, with an id of the other organization in each of its places, and with an
 * unknown one.
 * @returns the places, and descriptions of the answers that differ or show the object.
 */
export async function leaksOf(
  ours: Matrix,
  theirs: Matrix,
  row: Row,
): Promise<{ places: string[]; leaks: string[] }> {
  const allowed = (name: ActorName) => actors[name].place === 'member' && row.may(actors[name], name);
  const who = everybody.find(allowed) ?? 'owner';
  // Making the call in the other organization also makes what it needs there.
  const found = swaps(await row.ask(ours, who), await row.ask(theirs, who)).filter(
    ({ place }) => !isChosenBySender(row, place),
  );
  const before = await stateOf(theirs);
  const leaks: string[] = [];
  for (const { place, theirs: foreign, missing } of found) {
    const [one, other] = [await observed(ours, who, foreign), await observed(ours, who, missing)];
    if (!isDeepStrictEqual(one, other))
      leaks.push(`${place}: ${JSON.stringify(one)} but ${JSON.stringify(other)}`);
    // Lists answer with nothing; everything else is not found, or not possible.
    const nothing = one.statusCode === 200 ? one.body === '[]' : [400, 404].includes(one.statusCode);
    if (!nothing) leaks.push(`${place}: ${JSON.stringify(one)}`);
  }
  if (!isDeepStrictEqual(await stateOf(theirs), before)) leaks.push('the other organization has changed');
  return { places: found.map(({ place }) => place), leaks };
}

/** All data that an actor with all rights sees. */
async function stateOf({ call, people, ...m }: Matrix): Promise<unknown[]> {
  const who = people['admin who is a data owner'];
  const urls = [`/api/organizations/${m.organization}/users/`, `/api/datasets/${m.dataset.id}/`, m.schema.url, `${m.schema.url}teams/`, `${m.schema.url}grants/`, m.manifestUrl, '/api/requests/']; // prettier-ignore
  const answers = [];
  for (const url of urls) answers.push((await call(who, 'GET', url)).json<unknown>());
  return answers;
}
