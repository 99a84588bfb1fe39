/** What callers hand to the client and what they get, derived from an endpoint. */
import type { z } from 'zod';
import type { Endpoint, Params, Reply } from '@cloakroom/contract/endpoint.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';

/** A raw body, for endpoints that take `bytes`. Node's `fetch` also takes an async iterable such as a file's stream. */
export type BytesBody = Uint8Array | Blob | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type RequestHeaders = Record<string, string>;

/** Options of every call, besides those of its endpoint. */
type CommonOptions = {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For this call alone; they take precedence over the client's own. */
  headers?: RequestHeaders;
};

/** What a call needs: what its endpoint names, and nothing else. */
export type CallOptions<E extends Endpoint> = (keyof Params<E> extends never
  ? unknown
  : { params: Params<E> }) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { body: infer B } ? { body: B extends z.ZodType ? z.input<B> : BytesBody } : unknown) &
  (E extends { repeatable: true } ? { idempotencyKey?: string | undefined } : unknown) &
  CommonOptions;

/** The last argument of a call; optional if nothing in it is required. */
export type OptionsArgs<Options> =
  Record<string, never> extends Options ? [options?: Options] : [options: Options];

/** A value of a query; a list repeats its name. */
type QueryValue = string | number | boolean;

/** The options of a call of any endpoint. */
export type AnyCallOptions = CommonOptions & {
  params?: Record<string, string>;
  query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
  body?: unknown;
  idempotencyKey?: string | undefined;
};

/** A call that answers a list, possibly among other shapes. */
export type ListEndpoint = Endpoint & { reply: z.ZodArray | z.ZodUnion };
/** A call that answers in lines of JSON. */
export type LinesEndpoint = Endpoint & { line: z.ZodType };
export type Line<E extends LinesEndpoint> = z.output<E['line']>;
export type LineStream<E extends LinesEndpoint> = {
  headers: FetchAnswer['headers'];
  lines: AsyncGenerator<Line<E>[]>;
};
export type ListItem<E extends Endpoint> = Extract<Reply<E>, readonly unknown[]>[number];

/** A page, and how many items it omits or returns incompletely because their stored data is damaged. */
export type PartialPage<Item> = ListPage<Item> & { unreadable?: number };

export type FetchInit = {
  method: Endpoint['method'];
  headers: RequestHeaders;
  body?: BytesBody;
  /** Node's `fetch` requires it for a stream. */
  duplex?: 'half';
  signal?: AbortSignal;
};

/** The part of a `Response` that the client uses. */
export type FetchAnswer = Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'arrayBuffer'> & {
  headers: Pick<Headers, 'get'>;
  /** Only needed for answers in lines. */
  body?: ReadableStream<Uint8Array> | null;
};

/** `fetch`, or a replacement of it: another HTTP library, a server in memory. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export type ClientOptions = {
  /** The origin of the server, such as `https://example.org`; a page calls its own by default. */
  baseUrl?: string;
  fetch?: Fetch;
  /** Headers of every call, such as credentials. */
  headers?: RequestHeaders;
  /** How often a call is repeated that was refused with 408, 429 or 503, if it is safe or has an idempotency key. */
  retryLimit?: number;
};
