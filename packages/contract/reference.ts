/** References between objects: answered as URLs, accepted as URLs of any host, paths or bare ids. */
import { z } from 'zod';

/** An id: 22 characters of base57. */
export const shortIdPattern = /^[2-9A-HJ-NP-Za-km-z]{22}$/;

export const Id = z.string().regex(shortIdPattern, 'is not an id');

/** The id at the end of a reference, with or without a host and a trailing slash; '' if there is none. */
export const idIn = (reference: string): string =>
  reference.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '';

/** A reference in a request, parsed to its id. */
export const Reference = z.string().max(2048).transform(idIn).pipe(Id);

/** The URL of an object in an answer: absolute if the program that answers has a public address, else a path. */
export const Url = z.string();

type Noun =
  | 'organizations'
  | 'users'
  | 'teams'
  | 'datasets'
  | 'schemas'
  | 'records'
  | 'identities'
  | 'requests'
  | 'materials'
  | 'grants'
  | 'tokens'
  | 'service-accounts';

/** The path of an object. */
export const urlOf = (noun: Noun, id: string): string => `/api/${noun}/${id}/`;

/** The address of an upload, which is read with its schema. */
export const uploadUrlOf = (schema: string, id: string): string => `/api/uploads/${id}/?schema=${schema}`;
