/** A report about this page for support: versions, machines, events. It contains no user data. */
import type { QueryClient } from '@tanstack/react-query';
import { redactPath } from '#src/features/errorReports/index.ts';
import { connection } from '#src/shared/connection.ts';
import type { Trace } from '#src/machines/inspection/trace.ts';
import { debugQueries } from './queries.ts';
import { queryInfo, serviceWorkerQuery, tableInfo, versions } from './diagnostics.ts';
import { tracedActors, stateText } from './traceHistory.ts';

/** Replaces a part that fails, since reports are created when something is wrong. */
const unknown = () => 'not known';

/** The report as indented JSON. */
export async function createReport(client: QueryClient, trace: Trace): Promise<string> {
  const steps = trace.steps();
  const running = trace.running();
  const content = {
    made: new Date().toISOString(),
    page: redactPath(location.pathname),
    versions: versions(),
    connection: {
      now: connection.get(),
      behindProxy: connection.behindProxy() ?? null,
      network: navigator.onLine,
    },
    machines: tracedActors(running, steps).map((actor) => ({
      id: actor.id,
      name: actor.name,
      parent: actor.parent?.id ?? null,
      running: running.includes(actor),
      status: actor.last?.status ?? null,
      state: stateText(actor.last?.to),
      context: actor.last?.context ?? null,
    })),
    events: steps.map(({ number, at, actor, event, from, to, status }) => ({
      number,
      at: new Date(at).toISOString(),
      actor: `${actor.name} ${actor.id}`,
      event,
      from: stateText(from),
      to: stateText(to),
      status,
    })),
    queries: queryInfo(client),
    databases: await client.query(debugQueries.databases()).then(tableInfo, unknown),
    shell: await client.query(serviceWorkerQuery()).catch(unknown),
  };
  return JSON.stringify(content, null, 2);
}
