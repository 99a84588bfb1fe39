/** One row of the matrix: a call of the contract, who may make it, and how it is made. */
import type { api } from '@cloakroom/contract/api.ts';
import type { Actor, ActorName } from './actors.ts';
import type { Matrix } from './world.ts';

export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
};

type Call = (url: string, body?: unknown) => Ask;
export const get: Call = (url) => ({ method: 'GET', url });
export const post: Call = (url, body) => ({ method: 'POST', url, body });
export const put: Call = (url, body) => ({ method: 'PUT', url, body });
export const patch: Call = (url, body) => ({ method: 'PATCH', url, body });
export const remove: Call = (url) => ({ method: 'DELETE', url });

export type Row = {
  /** The call's name in the contract. */
  call: (typeof api)[number]['name'];
  /** What distinguishes this row, if a call has several. */
  as?: string;
  /** Who gets `yes`. */
  may: (actor: Actor, name: ActorName) => boolean;
  yes: number;
  /** What other members get. */
  no?: 403 | 404;
  /** Sets up the data of the call for each cell, and returns the call of an actor. */
  ask: (matrix: Matrix, who: ActorName) => Ask | Promise<Ask>;
  /** A string that only permitted actors find in the answer; every actor gets `yes`. */
  shows?: (matrix: Matrix) => string;
};

/** The status that an actor gets: the sign-in is checked first, then what they may see, then what they may do. */
export function expected(row: Row, actor: Actor, name: ActorName): number {
  if (actor.place === 'unknown') return 401;
  if (row.shows || row.may(actor, name)) return row.yes;
  return actor.place === 'outsider' ? 404 : (row.no ?? 403);
}
