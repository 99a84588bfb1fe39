/** A report about this page for whoever has to help: versions, machines, what happened. It holds nobody's data. */
import type { QueryClient } from '@tanstack/react-query';
import { placeOf } from '#src/lib/errorReport.ts';
import { connection } from '#src/lib/connection.ts';
import { trace } from '#src/machines/inspection/trace.ts';
import { debugQueries } from '#src/queries/debug.ts';
import { queryFacts, shellQuery, tableFacts, versions } from './facts.ts';
import { everybody, valueWords } from './history.ts';

/** What can't be known is told as such: a report is made when something is wrong. */
const unknown = () => 'not known';

/** As JSON, for people to read and to send. */
export async function report(client: QueryClient): Promise<string> {
  const steps = trace.steps();
  const running = trace.running();
  const told = {
    made: new Date().toISOString(),
    page: placeOf(location.pathname),
    versions: versions(),
    connection: {
      now: connection.get(),
      behindProxy: connection.behindProxy() ?? null,
      network: navigator.onLine,
    },
    machines: everybody(running, steps).map((actor) => ({
      id: actor.id,
      name: actor.name,
      parent: actor.parent?.id ?? null,
      running: running.includes(actor),
      status: actor.last?.status ?? null,
      state: valueWords(actor.last?.to),
      context: actor.last?.context ?? null,
    })),
    events: steps.map(({ number, at, actor, event, from, to, status }) => ({
      number,
      at: new Date(at).toISOString(),
      actor: `${actor.name} ${actor.id}`,
      event,
      from: valueWords(from),
      to: valueWords(to),
      status,
    })),
    queries: queryFacts(client),
    databases: await client.query(debugQueries.databases()).then(tableFacts, unknown),
    shell: await client.query(shellQuery()).catch(unknown),
  };
  return JSON.stringify(told, null, 2);
}
