/** Makes the calls of the matrix and describes the answers that differ from the table. */
import type { Problem } from '@cloakroom/contract/problem.ts';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { actors, type Actor, type ActorName, everybody } from './actors.ts';
import { type Ask, expected, type Row } from './row.ts';
import type { Matrix } from './world.ts';

const sentence = /^["A-Z].{10,}/;

/** Makes a call as an actor. */
export function send({ service, headersOf }: Matrix, who: ActorName, { method, url, body, headers }: Ask) {
  const bytes = Buffer.isBuffer(body);
  const type = bytes ? 'application/octet-stream' : 'application/json';
  return service.app.inject({
    method,
    url,
    headers: { ...headersOf(who), ...(body === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { payload: bytes ? body : JSON.stringify(body) }),
  });
}

/** Describes the cells of a row that differ from the table; empty if all are right. */
export async function wrongCells(matrix: Matrix, row: Row): Promise<string[]> {
  const wrong: string[] = [];
  for (const who of everybody) {
    const actor: Actor = actors[who];
    const ask = await row.ask(matrix, who);
    // Throttling is tested elsewhere.
    if (actor.place === 'unknown') await matrix.service.database.delete(attempts);
    const { statusCode, body } = await send(matrix, who, ask);
    const expectedStatus = expected(row, actor, who);
    if (statusCode !== expectedStatus)
      wrong.push(`${who}: ${statusCode} instead of ${expectedStatus} (${body.slice(0, 120)})`);
    if (statusCode >= 400 && !sentence.test((JSON.parse(body) as Problem).detail))
      wrong.push(`${who}: no sentence in ${body}`);
    if (row.shows && statusCode < 400 && body.includes(row.shows(matrix)) !== row.may(actor, who))
      wrong.push(`${who}: ${row.may(actor, who) ? 'doesn’t see' : 'sees'} it`);
  }
  return wrong;
}
