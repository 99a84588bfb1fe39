/** The one typed client: calls an endpoint of the contract, checks what comes back, and names what goes wrong. */
import { z } from 'zod';
import { isSafe, pathOf, type Endpoint, type Reply } from '@cloakroom/contract/endpoint.ts';
import { readList, unreadableHeader } from '@cloakroom/contract/list.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { ClientError } from './clientError.ts';
import { iteratePages, type IterateOptions } from './iterate.ts';
import { isTotal, paginate, type PageRange, type PaginateOptions } from './paginate.ts';
import { retry, retryDelayMs } from './retry.ts';
import { splitLines } from './splitLines.ts';
import type {
  AnyCallOptions,
  BytesBody,
  CallOptions,
  ClientOptions,
  Fetch,
  FetchAnswer,
  FetchInit,
  LinesEndpoint,
  LineStream,
  ListEndpoint,
  ListItem,
  OptionsArgs,
  PartialPage,
} from './types.ts';

export type Client = {
  /**
   * One call of the contract.
   * @returns its reply, parsed; undefined if the contract defines no body.
   * @throws {ClientError} An aborted call throws what `fetch` does then: the signal's reason.
   */
  call: <E extends Endpoint>(endpoint: E, ...args: OptionsArgs<CallOptions<E>>) => Promise<Reply<E>>;
  /** The same with the answer's headers. @throws {ClientError} as `call` does. */
  exchange: <E extends Endpoint>(
    endpoint: E,
    ...args: OptionsArgs<CallOptions<E>>
  ) => Promise<{ reply: Reply<E>; headers: FetchAnswer['headers'] }>;
  /** One page of a list, and how many items there are in all. @throws {ClientError} as `call` does. */
  list: <E extends ListEndpoint>(
    endpoint: E,
    ...args: OptionsArgs<CallOptions<E>>
  ) => Promise<PartialPage<ListItem<E>>>;
  /**
   * Begins to read an answer in lines. Leaving the loop over them ends the call.
   * @returns the lines as they arrive, several at a time, and the answer's headers.
   * @throws {ClientError} as `call` does. So does the loop, and `offline` if the connection is lost.
   */
  stream: <E extends LinesEndpoint>(
    endpoint: E,
    ...args: OptionsArgs<CallOptions<E>>
  ) => Promise<LineStream<E>>;
  /** All pages of a list. @throws {ClientError} as `call` and `paginate` do. */
  listAll: <E extends ListEndpoint>(
    endpoint: E,
    options?: CallOptions<E>,
    paging?: PaginateOptions<ListItem<E>>,
  ) => Promise<ListItem<E>[]>;
  /** A list page by page, each read when the loop comes to it. @throws {ClientError} as `call` does. */
  pages: <E extends ListEndpoint>(
    endpoint: E,
    options?: CallOptions<E>,
    paging?: IterateOptions,
  ) => AsyncGenerator<PartialPage<ListItem<E>>>;
  /** The items of a list, of any length, as the loop comes to them. @throws {ClientError} as `call` does. */
  iterate: <E extends ListEndpoint>(
    endpoint: E,
    options?: CallOptions<E>,
    paging?: IterateOptions,
  ) => AsyncGenerator<ListItem<E>>;
};

const retryableStatuses = new Set([408, 429, 503]);

/** Makes a client of one server. It has no state except its options. */
export function createClient(config: ClientOptions = {}): Client {
  const { fetch = globalFetch, baseUrl = '', retryLimit = 0 } = config;

  const fetchOnce = (endpoint: Endpoint, options: AnyCallOptions) =>
    fetch(baseUrl + addressOf(endpoint, options), initOf(endpoint, options, config));

  /** The error of a call without an answer; an aborted one throws what `fetch` does. */
  const offline = (cause: unknown, { signal }: AnyCallOptions) =>
    signal?.aborted
      ? cause
      : new ClientError('offline', `Nothing answers at ${baseUrl || 'this address'}.`, { cause });

  /** @returns what `read` makes of a successful answer. */
  async function sendOnce<T>(
    endpoint: Endpoint,
    options: AnyCallOptions,
    read: (answer: FetchAnswer, body: ArrayBuffer | string) => T,
  ): Promise<T> {
    let answer: FetchAnswer;
    let body: ArrayBuffer | string;
    try {
      answer = await fetchOnce(endpoint, options);
      body = await (answer.ok && endpoint.reply === 'bytes' ? answer.arrayBuffer() : answer.text());
    } catch (cause) {
      throw offline(cause, options);
    }
    if (!answer.ok) throw refusalOf(answer, textOf(body));
    try {
      return read(answer, body);
    } catch (cause) {
      throw unreadableAnswer(endpoint, cause);
    }
  }

  async function stream(endpoint: LinesEndpoint, options: AnyCallOptions) {
    const answer = await fetchOnce(endpoint, options).catch((cause: unknown) => {
      throw offline(cause, options);
    });
    if (!answer.ok) throw refusalOf(answer, await answer.text().catch(() => ''));
    return { headers: answer.headers, lines: linesIn(endpoint, options, answer) };
  }

  async function* linesIn(endpoint: LinesEndpoint, options: AnyCallOptions, { body }: FetchAnswer) {
    let isReading = true;
    try {
      for await (const batch of splitLines(body ?? new ReadableStream())) {
        isReading = false;
        yield batch.map((line) => itemIn(endpoint, line));
        isReading = true;
      }
    } catch (cause) {
      throw isReading ? offline(cause, options) : cause;
    }
  }

  const send: typeof sendOnce = (endpoint, options, read) => {
    const isRepeatable = isSafe(endpoint) || options.idempotencyKey !== undefined;
    const task = () => sendOnce(endpoint, options, read);
    if (retryLimit === 0 || !isRepeatable) return task();
    return retry(task, {
      retryLimit,
      shouldRetry: (error) => error instanceof ClientError && retryableStatuses.has(error.status ?? 0),
      retryDelayMs: (number, error) =>
        (error instanceof ClientError ? error.retryAfterMs : undefined) ?? retryDelayMs(number),
      signal: options.signal,
    });
  };

  const client: Client = {
    call: async (endpoint, ...args) => (await client.exchange(endpoint, ...args)).reply,
    exchange: (endpoint, ...[options = {}]) =>
      send(endpoint, options, ({ headers }, body) => ({ reply: replyOf(endpoint, body), headers })),
    stream: <E extends LinesEndpoint>(endpoint: E, ...[options = {}]: [AnyCallOptions?]) =>
      stream(endpoint, options) as Promise<LineStream<E>>,
    list: (endpoint, ...[options = {}]) =>
      send(endpoint, options, (answer, body) => pageOf(endpoint, answer, body)),
    listAll: (endpoint, options, paging) => paginate((range) => listRange(endpoint, options, range), paging),
    pages: (endpoint, options, paging) =>
      iteratePages((range) => listRange(endpoint, options, range), paging),
    async *iterate(endpoint, options, paging) {
      for await (const { items } of client.pages(endpoint, options, paging)) yield* items;
    },
  };

  /** One page of a list. Its range is sent in the query, or in the body of a search. */
  function listRange<E extends ListEndpoint>(
    endpoint: E,
    options: CallOptions<E> | undefined,
    range: PageRange,
  ) {
    const { query, body, ...rest } = (options ?? {}) as AnyCallOptions;
    const args: unknown = hasRange(endpoint.body)
      ? [{ ...rest, query, body: { ...(body as object), ...range } }]
      : [{ ...rest, body, query: { ...query, ...range } }];
    return client.list(endpoint, ...(args as OptionsArgs<CallOptions<E>>));
  }
  return client;
}

/** Whether the body of a call chooses the page of its list. */
const hasRange = (body: Endpoint['body']): boolean =>
  body instanceof z.ZodObject && 'limit' in body.shape && 'offset' in body.shape;

const refusalOf = ({ status, statusText, headers }: FetchAnswer, text: string) =>
  ClientError.of({ status, statusText, headers, text });

/** @throws {ClientError} `unreadable` */
function itemIn(endpoint: LinesEndpoint, line: string): unknown {
  try {
    return endpoint.line.parse(JSON.parse(line));
  } catch (cause) {
    throw unreadableAnswer(endpoint, cause);
  }
}

const unreadableAnswer = ({ method, path }: Endpoint, cause: unknown) =>
  new ClientError('unreadable', `The answer of ${method} ${path} is not what the contract says.`, { cause });

/** Looked up for each call, and called as the browser demands: as a function of the global object. */
const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit);

/** The address of a call: path and query; undefined values of a query are left out. */
function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AnyCallOptions): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item));
  const path = pathOf<Endpoint>(endpoint, params);
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

function initOf(
  { method, body: bodyShape }: Endpoint,
  { body, idempotencyKey, signal, headers }: AnyCallOptions,
  config: ClientOptions,
): FetchInit {
  const isBytes = bodyShape === 'bytes';
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const bytes = body === undefined ? undefined : isBytes ? (body as BytesBody) : JSON.stringify(body);
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(bytes === undefined ? {} : { 'Content-Type': type }),
      ...(idempotencyKey === undefined ? {} : { [idempotencyKeyHeader]: idempotencyKey }),
      ...config.headers,
      ...headers,
    },
    ...(bytes !== undefined && { body: bytes }),
    ...(isStream(bytes) && { duplex: 'half' }),
    ...(signal && { signal }),
  };
}

const isStream = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Uint8Array);

const textOf = (body: ArrayBuffer | string): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

/** The reply in the body of a success. @throws what the schema or `JSON.parse` does. */
export function replyOf<E extends Endpoint>({ reply }: E, body: ArrayBuffer | string): Reply<E> {
  if (reply === 'nothing') return undefined as Reply<E>;
  if (reply === 'bytes') return new Uint8Array(body as ArrayBuffer) as Reply<E>;
  return reply.parse(JSON.parse(textOf(body))) as Reply<E>;
}

function pageOf<E extends ListEndpoint>(
  { reply }: E,
  { headers }: FetchAnswer,
  body: ArrayBuffer | string,
): PartialPage<ListItem<E>> {
  const item = arrayIn(reply)?.element as z.ZodType<ListItem<E>> | undefined;
  if (!item) throw new TypeError('The endpoint does not answer a list.');
  const page = readList(item, JSON.parse(textOf(body)), headers.get('X-Total-Count'));
  if (page.total !== null && !isTotal(page.total))
    throw new RangeError('The total is not a valid number of items.');
  const unreadable = headers.get(unreadableHeader);
  return { ...page, ...(unreadable === null ? {} : { unreadable: Number(unreadable) }) };
}

const arrayIn = (reply: z.ZodType): z.ZodArray | undefined => {
  if (reply instanceof z.ZodArray) return reply;
  return reply instanceof z.ZodUnion
    ? reply.options.map((option) => arrayIn(option as z.ZodType)).find(Boolean)
    : undefined;
};
