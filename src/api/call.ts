/** The only fetch of the console: one call of the contract, checked on the way in. */
import type { z } from 'zod';
import { getCsrf } from '@cloakroom/contract/accounts.ts';
import { pathOf, type Endpoint, type Params } from '@cloakroom/contract/endpoint.ts';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';
import { behindProxyHeader } from '@cloakroom/contract/status.ts';
import { connection } from '#src/lib/connection.ts';
import { Failure } from '#src/lib/failure.ts';
import { withAccess } from './access.ts';
import { csrfToken } from './csrf.ts';
import { mistaken, ownerHeader, untilTheyGo } from './person.ts';
import { refuseOutdated } from './minClient.ts';
import { failureOf } from './problem.ts';

/** A call that speaks JSON both ways; raw bodies leave through send.ts. */
export type JsonEndpoint = Endpoint & { body?: z.ZodType; reply: z.ZodType | 'nothing' };

/** What a call needs: exactly what its endpoint names, perhaps a signal that ends it; `anybody` asks for whoever is signed in. */
type Given<E extends Endpoint> = (keyof Params<E> extends never ? unknown : { params: Params<E> }) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) &
  (E extends { repeatable: true } ? { repeatKey?: string } : unknown) & {
    signal?: AbortSignal;
    anybody?: true;
  };

/** The last argument may be left out where nothing in it is required. */
export type GivenArgs<E extends Endpoint> =
  Record<string, never> extends Given<E> ? [given?: Given<E>] : [given: Given<E>];

export type Answer<E extends JsonEndpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined;

/** A value of a query; a list says its name once for each. */
type Sent = string | number | boolean;

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, Sent | readonly Sent[] | undefined>;
  body?: unknown;
  repeatKey?: string;
  signal?: AbortSignal;
  anybody?: true;
};

const safe = new Set(['GET', 'HEAD']);

/** The headers that an unsafe call carries beside its content type. */
export const csrfHeaders = async (): Promise<Record<string, string>> => ({
  'X-CSRFToken': await csrfToken(async () => (await call(getCsrf)).csrfToken),
});

/** The address of a call: path and query, both filled in; undefined query values are left out. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Loose = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  const path = pathOf<Endpoint>(endpoint, params);
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

type Exchanged = { text: string; headers: Headers };

/**
 * Send a call and wait for its success; where its session has ended, also for the next one.
 * @throws {Failure} `offline` when nothing answers, `replaced` when the page's person has gone, else by the answer's status.
 * An aborted call throws the signal's reason.
 */
export const exchange = (endpoint: Endpoint, given: Loose): Promise<Exchanged> =>
  endpoint.access === 'public' ? sendOnce(endpoint, given) : withAccess(() => sendOnce(endpoint, given));

async function sendOnce(endpoint: Endpoint, given: Loose): Promise<Exchanged> {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(given.anybody ? {} : ownerHeader()),
    ...(given.repeatKey === undefined ? {} : { [repeatHeader]: given.repeatKey }),
    ...(safe.has(endpoint.method) ? {} : await csrfHeaders()),
  };
  const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) };
  const signal = signalOf(endpoint, given);
  try {
    const answer = await fetch(addressOf(endpoint, given), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...body,
      ...(signal && { signal }),
    });
    connection.report(answer.status);
    if (answer.headers.get(behindProxyHeader) === 'true') connection.learn(true);
    refuseOutdated(answer.headers);
    const text = await answer.text();
    if (!answer.ok)
      throw mistaken((name) => answer.headers.get(name)) ?? failureOf(answer.status, answer.statusText, text);
    return { text, headers: answer.headers };
  } catch (thrown) {
    if (thrown instanceof Failure || signal?.aborted) throw thrown;
    connection.report(undefined);
    throw new Failure('offline', 'The service can’t be reached. Check your connection and try again.', {
      cause: thrown,
    });
  }
}

/** Ends with what it was asked for, and, unless anybody may ask, with the person's stay. */
function signalOf({ access }: Endpoint, { signal, anybody }: Loose): AbortSignal | undefined {
  if (access === 'public' || anybody) return signal;
  return signal ? AbortSignal.any([signal, untilTheyGo()]) : untilTheyGo();
}

/** Read an answer with its schema. @throws {Failure} `unexpected` when it isn't what the contract says. */
export function checked<T>(endpoint: Endpoint, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = `The answer of ${endpoint.method} ${endpoint.path} can’t be read. Reload the page to get the version of the console that fits.`;
    throw new Failure('unexpected', message, { cause });
  }
}

/**
 * One call of the contract.
 * @returns its reply, parsed; undefined where the contract says nothing comes back.
 * @throws {Failure} with the server's own words where it gave any.
 */
export async function call<E extends JsonEndpoint>(
  endpoint: E,
  ...[given]: GivenArgs<E>
): Promise<Answer<E>> {
  const { text } = await exchange(endpoint, given ?? {});
  const { reply } = endpoint;
  const answer = reply === 'nothing' ? undefined : checked(endpoint, () => reply.parse(JSON.parse(text)));
  return answer as Answer<E>;
}
