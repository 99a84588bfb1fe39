/** Headers and refusals in the API's description that many calls share. */
import { z } from 'zod';
import { isSafe, type Endpoint, type Headers } from './endpoint.ts';
import { expectedUserHeader, signedInAsHeader } from './expectedUser.ts';
import { idempotencyKey } from './idempotency.ts';
import { pageHeaders } from './list.ts';
import { Id } from './reference.ts';
import { minClientHeader } from './version.ts';

const Count = z.number().int().min(0);

/** Whether the answer is one page of a list, as `sendList` answers it. */
export const isPage = ({ query, reply, method }: Endpoint): boolean =>
  method === 'GET' && query instanceof z.ZodObject && 'limit' in query.shape && reply instanceof z.ZodType;

/** Headers that every answer below `/api/` has. */
export const answerHeaders: Headers = {
  [minClientHeader]: {
    description: 'The version of the oldest console that the server supports.',
    schema: Count,
    always: true,
  },
  'Cache-Control': { description: 'Answers are not cached.', schema: z.string(), always: true },
  'X-Api-Version': {
    description: 'The version of the contract. Answers that the proxy makes or forwards don’t have it.',
    schema: Count,
  },
};

const fileHeaders: Headers = {
  'Content-Disposition': {
    description: 'A file name, so that a browser doesn’t show the bytes. Answers of the proxy have it.',
    schema: z.string(),
  },
};

/** The headers of a call's success. */
export const replyHeadersOf = (call: Endpoint): Headers => ({
  ...answerHeaders,
  ...(isPage(call) ? pageHeaders(!hasParameter(call, 'skip_count')) : {}),
  ...(call.reply === 'bytes' ? fileHeaders : {}),
  ...call.replyHeaders,
});

const hasParameter = ({ query }: Endpoint, name: string): boolean =>
  query instanceof z.ZodObject && name in query.shape;

/** The headers that a call reads. */
export const requestHeadersOf = (call: Endpoint): Headers => ({
  ...(call.repeatable ? idempotencyKey : {}),
  ...(call.access === 'user' && !isSafe(call) ? { [expectedUserHeader]: expectedUser } : {}),
  ...call.requestHeaders,
});

const expectedUser: Headers[string] = {
  description: 'The id of the user that the call is meant for. 409 if another one is signed in.',
  schema: Id,
};

/** A refusal that many calls share. */
export type Refusal = { name: string; description: string; headers?: Headers };

const seconds: Headers = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: Count },
};

export const refusals = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed; `errors` names what is wrong by field.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The call needs a sign-in, or its credentials are wrong.',
    headers: { 'WWW-Authenticate': { description: 'The scheme of tokens.', schema: z.string() } },
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this, the CSRF token is missing, or the keyring is not open to them.',
  },
  404: { name: 'NotFound', description: 'There is no such object, or the caller may not see it.' },
  405: {
    name: 'MethodNotAllowed',
    description: 'Only the proxy answers this call, and this is the service.',
    headers: { Allow: { description: 'Empty.', schema: z.string(), always: true } },
  },
  409: {
    name: 'Conflict',
    description: 'Another object or a concurrent change is in the way, or another user is signed in.',
    headers: {
      [signedInAsHeader]: {
        description: 'The percent-encoded e-mail address of the user who is signed in, if it is another one.',
        schema: z.string(),
      },
    },
  },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body has another media type than the call takes.' },
  422: {
    name: 'UnprocessableContent',
    description:
      'The proxy could not encrypt, decrypt or search; or the `Idempotency-Key` belongs to another request.',
  },
  429: { name: 'TooManyRequests', description: 'Too many attempts.', headers: seconds },
  502: {
    name: 'BadGateway',
    description: 'The service’s answer to the proxy is not what the contract says.',
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database, the service or another server doesn’t answer at present.',
    headers: seconds,
  },
  '4XX': { name: 'RequestRefused', description: 'Another fault of the request, such as a slow body.' },
  '5XX': { name: 'ServerFailed', description: 'Another fault of the server.' },
} as const satisfies Record<string, Refusal>;

export type RefusalStatus = keyof typeof refusals;

/** The statuses of the refusals that a call may have. */
export function refusalsOf({ access, body, path, query, answeredBy, repeatable, method }: Endpoint) {
  const isUser = access === 'user';
  const statuses: [status: RefusalStatus, applies: boolean][] = [
    [400, true],
    [401, isUser],
    [403, isUser],
    [404, path.includes(':') || query !== undefined || (isUser && body !== undefined)],
    [405, answeredBy === 'proxy'],
    [409, isUser && method !== 'GET'],
    [413, body !== undefined],
    [415, body !== undefined],
    [422, repeatable === true || answeredBy !== 'service'],
    [429, isUser || body !== undefined],
    [502, answeredBy !== 'service'],
    [503, true],
    ['4XX', true],
    ['5XX', true],
  ];
  return statuses.flatMap(([status, applies]) => (applies ? [status] : []));
}
