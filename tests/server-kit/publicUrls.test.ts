/** Which members of an answer become absolute URLs, by the schema of the answer. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Url } from '@cloakroom/contract/reference.ts';
import { withAbsoluteUrls } from '@cloakroom/server-kit/publicUrls.ts';

const origin = 'https://db.example.org';
const path = '/api/users/a/';
const Person = z.object({ url: Url, name: z.string() });

// prettier-ignore
test.each([
  ['a URL', Url, path, origin + path],
  ['a text', z.string(), path, path],
  ['an optional URL that is absent', z.object({ url: Url.optional() }), {}, {}],
  ['a URL that is null', Url.nullable(), null, null],
  ['URLs of a list', z.array(Url), [path, path], [origin + path, origin + path]],
  ['a reference', z.union([Url, Person]), path, origin + path],
  ['an object in its place', z.union([Url, Person]), { url: path, name: path }, { url: origin + path, name: path }],
  ['an answer that is a list or an object', z.union([z.array(Person), z.object({ count: z.number() })]), [{ url: path, name: path }], [{ url: origin + path, name: path }]],
  ['values of people', z.object({ data: z.record(z.string(), z.string()) }), { data: { url: path } }, { data: { url: path } }],
  ['a member that the schema lacks', Person, { url: path, name: '', other: path }, { url: origin + path, name: '', other: path }],
  ['a URL of another program', Url, 'https://a.example/api/users/a/', 'https://a.example/api/users/a/'],
])('%s', (_, schema, answer, expected) => {
  expect(withAbsoluteUrls(schema, answer, origin)).toEqual(expected);
});
