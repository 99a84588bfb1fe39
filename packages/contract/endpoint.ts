/** The type of one call: client and server derive paths, types and validation from the same value. */
import type { z } from 'zod';
import type { TokenVerb } from './tokenVerbs.ts';

/** Headers by name. */
export type Headers = Readonly<
  Record<
    string,
    {
      description: string;
      /** Of the header's text, or of the number in it. */
      schema: z.ZodType;
      /** Whether every success has it; of a request, whether it is required. */
      always?: true;
    }
  >
>;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Ends in `/`, except where third-party clients expect another path; parameters are written `:id`. */
  path: `/api/${string}`;
  /** One sentence for the API's docs. */
  summary: string;
  /** The program that answers. The service itself answers 405 to `proxy` calls. */
  answeredBy: 'service' | 'proxy' | 'both';
  access: 'public' | 'user';
  /** An API token that permits one of these verbs may make the call; without them no token may. */
  tokenVerbs?: readonly TokenVerb[];
  /** Each token of a service account may make the call, and no other token: its program has no other way to sign in. */
  openToServiceAccounts?: true;
  query?: z.ZodType;
  /** The schema of a JSON body, or `bytes` for a raw one. */
  body?: z.ZodType | 'bytes';
  /** Media types of a raw body; `application/octet-stream` by default. */
  bodyTypes?: readonly string[];
  /** A body for the API's docs. It has the ids of `exampleIds.ts`; a test sends it. */
  example?: unknown;
  /** Headers that the call reads, besides those that its other properties imply. */
  requestHeaders?: Headers;
  /** A `POST` that changes nothing. Like a `GET` it may be sent again when its answer was lost. */
  safe?: true;
  /** The call may be repeated with the same `Idempotency-Key` when its answer was lost: see `idempotency.ts`. */
  repeatable?: true;
  /** The status of a success; 200 by default. */
  status?: 201 | 204;
  reply: z.ZodType | 'bytes' | 'nothing';
  /** The schema of each line of an answer of bytes that is NDJSON, sent as it is made. */
  line?: z.ZodType;
  /** Headers of a success, besides those of every answer and of every list. */
  replyHeaders?: Headers;
  /** What a status of a refusal means for this call, beyond what it means for all. */
  refusals?: Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 411 | 412 | 413 | 422 | 503, string>>>;
};

/** Defines one call of the contract with its literal types. */
export const endpoint = <const E extends Endpoint>(value: E): E => value;

/** Whether a call changes nothing. */
export const isSafe = ({ method, safe }: Pick<Endpoint, 'method' | 'safe'>): boolean =>
  method === 'GET' || safe === true;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters of an endpoint's path. */
export type Params<E extends Endpoint> = Record<ParamNames<E['path']>, string>;
/** What a caller may put in the query string. */
export type Query<E extends Endpoint> = E extends { query: z.ZodType } ? z.input<E['query']> : undefined;
/** What a caller sends. */
export type Body<E extends Endpoint> = E extends { body: infer B }
  ? B extends z.ZodType
    ? z.input<B>
    : Uint8Array
  : undefined;
/** What a caller gets. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : E['reply'] extends 'bytes'
    ? Uint8Array
    : undefined;

/** Replaces lone surrogates, which no address can hold and no id has. */
const replaceLoneSurrogates = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

/** An endpoint's path with its parameters filled in, each escaped. */
export function pathOf<E extends Endpoint>(call: E, params: Params<E>): string {
  const values = params as Record<string, string>;
  return call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(replaceLoneSurrogates(values[name] ?? '')),
  );
}
