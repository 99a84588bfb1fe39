/** `Description` reports each way in which an answer can differ from the API description. */
import { expect, test } from 'vitest';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { Description, type Exchange } from './description.ts';

const description = new Description(describeApi());
const headers = { 'x-min-client': '1', 'cache-control': 'no-store', 'content-type': 'application/json' };
const status = { status: 'ok', api_version: 1, behind_proxy: false };
const answer: Exchange = {
  method: 'GET',
  url: '/api/status/',
  sent: undefined,
  status: 200,
  headers,
  body: JSON.stringify(status),
};

test('reports no difference for an answer as described', () => {
  expect(description.differences(answer)).toEqual([]);
});

const bodyOf = (body: object) => ({ body: JSON.stringify(body) });

test.each<[string, Partial<Exchange>, string]>([
  ['a member of another type', bodyOf({ ...status, api_version: '1' }), 'must be number'],
  ['a missing member', bodyOf({ status: 'ok', api_version: 1 }), "required property 'behind_proxy'"],
  ['an additional member', bodyOf({ ...status, secret: 1 }), 'must NOT have additional properties'],
  [
    'a missing header',
    { headers: { ...headers, 'x-min-client': undefined! } },
    'lacks the header X-Min-Client',
  ],
  ['an additional header', { headers: { ...headers, 'x-secret': '1' } }, 'has the header x-secret'],
  ['a header of another type', { headers: { ...headers, 'x-min-client': 'new' } }, 'must be integer'],
  ['another status', { status: 202 }, 'answered 202, which is not described'],
  [
    'another media type',
    { headers: { ...headers, 'content-type': 'text/html' } },
    'has the type "text/html"',
  ],
  ['a refusal without a sentence', { status: 400, body: '{}' }, "required property 'detail'"],
  ['a body that the call doesn’t take', { sent: {} }, 'takes a body: {}'],
  ['a parameter that the call doesn’t take', { url: '/api/status/?a=1' }, 'takes the parameter a'],
  ['a call that doesn’t exist', { url: '/api/nothing/' }, 'GET /api/nothing/ is not described.'],
])('reports %s', (_, change, sentence) => {
  expect(description.differences({ ...answer, ...change }).join('\n')).toContain(sentence);
});
