/** The shape of one call: both ends derive their paths, types and checks from the same value. */
import type { z } from 'zod';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Ends in `/`, except where a third party’s clients fixed it otherwise; parameters are written `:id`. */
  path: `/api/${string}`;
  /** One sentence for the API's docs. */
  summary: string;
  /** Who answers: on `proxy` calls the bare service says 405. */
  answeredBy: 'service' | 'proxy' | 'both';
  access: 'public' | 'user';
  query?: z.ZodType;
  /** A checked JSON body, or `bytes` for a raw one. */
  body?: z.ZodType | 'bytes';
  /** May be sent again with the same `Idempotency-Key`, whatever became of the first answer: see `repeat.ts`. */
  repeatable?: true;
  /** The success status; 200 where nothing else is said. */
  status?: 201 | 204;
  reply: z.ZodType | 'bytes' | 'nothing';
};

/** Names one call of the contract, keeping its exact types. */
export const endpoint = <const E extends Endpoint>(value: E): E => value;

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

/** A text with each half of a character replaced: no address can hold one, and no object's id has one. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

/** An endpoint's path with its parameters filled in, each escaped. */
export function pathOf<E extends Endpoint>(call: E, params: Params<E>): string {
  const values = params as Record<string, string>;
  return call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(wellFormed(values[name] ?? '')),
  );
}
