/** References between objects: answered as URLs, accepted as URLs of any host, paths or bare ids. */
import { z } from 'zod';
import { shortIdPattern } from './shortId.ts';

export const Id = z.string().regex(shortIdPattern, 'is not an id');

/** The id that a reference ends in, whatever its host and last slash; '' when there is none. */
export const idIn = (reference: string): string =>
  reference.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '';

/** A reference in a request; reads as the bare id. */
export const Reference = z.string().max(2048).transform(idIn).pipe(Id);

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
  | 'uploads';

/** The URL of an object, relative to whatever host answered. */
export const urlOf = (noun: Noun, id: string): string => `/api/${noun}/${id}/`;
