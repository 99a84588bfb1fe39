/** An owner, a member with keys, a requester with a grant and a newcomer, at proxies in front of a lying service. */
import type { Grant } from '@cloakroom/contract/grants.ts';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { deviceOf, type Device } from '#tests/proxy/sharing/support.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { lyingService } from '#tests/support/lyingService.ts';
import type { Outcome } from './action.ts';
import { Pool } from './runner.ts';

export const definition = JsonSchema.parse({
  type: 'object',
  title: 'Patients',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    city: { type: 'string', enum: ['Oslo', 'Rome', 'Bonn'] },
    born: { type: 'string', format: 'date' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    dose: { type: 'number', minimum: 0, maximum: 100, precision: 1 },
  },
  required: ['name', 'age'],
});

const cities = ['Oslo', 'Rome', 'Bonn'];
export const rowOf = (number: number) => ({
  name: `Person ${number}`,
  city: cities[number % 3]!,
  born: `19${50 + number}-02-0${1 + (number % 9)}`,
  age: 20 + ((number * 7) % 60),
  ...(number % 4 > 0 && { dose: number + 0.5 }),
});
const rowsFrom = (first: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, number) => rowOf(first + number)));

export type Reply = { status: number; body: unknown; headers: Headers };

/** Makes one call as a person. @returns its reply. */
export async function got(
  by: Pick<Device, 'send'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const answer = await by.send(method, path, body);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
}

const isRefused = ({ status }: Reply) => status >= 400;

/** The outcome of a call: what `seen` takes from its answer, or its refusal. */
export function outcomeOf(answer: Reply, seen: (answer: Reply) => unknown = ({ body }) => body): Outcome {
  const { status, body } = answer;
  if (!isRefused(answer)) return { status, refusal: null, seen: seen(answer) };
  const { detail } = (body ?? {}) as { detail?: unknown };
  return { status, refusal: typeof detail === 'string' ? detail : '', seen: null };
}

/**
 * The outcome of a job. One that waits for the service and reports it counts as refused.
 * @param toItsEnd - waits for the job's end even if it reports that it waits for the service.
 */
export async function jobOf(by: Pick<Device, 'send'>, id: string, toItsEnd = false): Promise<Outcome> {
  for (;;) {
    const job = await got(by, 'GET', `/api/jobs/${id}/`);
    if (job.status >= 400) return outcomeOf(job);
    const { status, error, notice } = job.body as { status: string; error?: string; notice?: string };
    if (status === 'failed') return { status: 422, refusal: error ?? '', seen: null };
    if (status === 'complete') return { status: 200, refusal: null, seen: 'complete' };
    if (notice && !toItsEnd) return { status: 503, refusal: notice, seen: null };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function startWorld() {
  const service = await startService({ listen: true });
  const liar = await lyingService(service.url);
  // The service answers "unchanged" to a proxy that names the manifest it knows; here manifests are always sent whole.
  liar.rewrite((url) => url.replace(/([?&])known=[0-9a-f]+/, '$1'));
  const proxies: TestProxy[] = [];
  const at = async (who: Awaited<ReturnType<typeof person>>, upstream = liar.url) => {
    const proxy = await startProxy(upstream);
    proxies.push(proxy);
    return deviceOf(proxy, who);
  };
  const owner = await person(service);
  const organization = owner.organization.id;
  const join = () => person(service, { organization });
  const ada = await at(owner);
  await ada.identity();
  const pool = new Pool();

  /** Creates a schema of Ada's with records in two segments, and deletes one record. */
  const patients = async (name: string): Promise<Schema> => {
    const schema = await ada.schema(organization, definition, name);
    for (const [first, count] of [
      [0, 12],
      [12, 9],
    ] as const)
      // prettier-ignore
      await ada.uploaded(schema.id, rowsFrom(first, count), 'application/json');
    const { records } = await ada.search({ schema: schema.id, limit: 100 });
    await ada.send('DELETE', `/api/records/?schema=${schema.id}&id=${records[3]!.id}`);
    return schema;
  };
  /** Sets the fields whose keys a schema's requesters may have. */
  const widen = async ({ id }: Schema, names: string[]) => {
    const { body } = await got(ada, 'GET', `/api/schemas/${id}/grants/`);
    const grant = (body as Grant[]).find(({ field_names }) => field_names !== null)!;
    const field_names = Object.fromEntries(names.map((name) => [name, true]));
    const answer = await got(ada, 'PATCH', `/api/schemas/${id}/grants/${grant.id}/`, { field_names });
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  };
  return {
    service,
    liar,
    widen,
    pool,
    ada,
    organization,
    patients,
    at,
    /**
     * A member of Ada's organization with a device.
     * @param upstream - the address at which their proxy reaches the service.
     */
    member: async (upstream?: string) => {
      const device = await at(await join(), upstream);
      await device.identity();
      return device;
    },
    options: { liar, pool },
    async close() {
      for (const proxy of proxies) await proxy.close();
      await liar.close();
      await service.close();
    },
  };
}
