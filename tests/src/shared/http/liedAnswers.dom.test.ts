/** Each call of the console: an answer without a required field, or with a field of another type, is refused with a sentence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { call, list } from '#src/shared/http/call.ts';
import { Failure } from '#src/shared/failure.ts';
import { liesAbout } from '#tests/law/lies/generator.ts';
import { madeUp, madeUpKey, shapeOf } from '#tests/law/lies/shapes.ts';

const network = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal('fetch', network);
  document.cookie = 'csrftoken=token';
});
afterEach(() => {
  network.mockReset();
});

const console_ = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');
const called = api.filter(
  ({ name, call: { reply } }) => reply instanceof z.ZodType && new RegExp(`\\b${name}\\b`).test(console_),
);

type Loose = (endpoint: Endpoint, options: object) => Promise<unknown>;
const asked = async (endpoint: Endpoint, answer: unknown): Promise<unknown> => {
  network.mockResolvedValue(new Response(JSON.stringify(answer)));
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', 'x'] as const);
  const by = (endpoint.reply instanceof z.ZodArray ? list : call) as unknown as Loose;
  return by(endpoint, { params: Object.fromEntries(names), body: {}, anyUser: true });
};

const figures = { lies: 0, fields: 0, calls: 0 };
afterAll(() => console.info(`${figures.lies} false answers about ${figures.fields} fields of ${figures.calls} calls of the console: each refused in a sentence`)); // prettier-ignore

test('the console makes more than 60 calls of the contract', () => expect(called.length).toBeGreaterThan(60));

test.each(called.map(({ name, call: endpoint }) => [name, endpoint] as const))('%s', async (_, endpoint) => {
  const reply = endpoint.reply as z.ZodType;
  const truth = truthFor(reply);
  await asked(endpoint, truth);
  const lies = liesAbout(reply, truth, () => []).filter(({ name }) => /^is missing$|^has another type$/.test(name)); // prettier-ignore
  const optional = optionalIn(reply);
  const fields = new Set<string>();
  for (const { field, name, apply: tell } of lies) {
    const answer = tell(truth);
    // The contract strips some fields, and accepts any value of some fields.
    const isTaken = reply.safeParse(answer).success;
    if (isTaken && (name !== 'is missing' || optional.has(field.split('.').at(-1)!))) continue;
    const failure = await asked(endpoint, answer).then(
      () => expect.unreachable(`${endpoint.path}: ${field} ${name}, and the answer is taken`),
      (thrown: unknown) => thrown,
    );
    expect(failure, `${field} ${name}`).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'unexpected', message: expect.stringMatching(/^The response to .* can’t be read\..*\.$/) as unknown }); // prettier-ignore
    fields.add(field);
    figures.lies += 1;
  }
  figures.fields += fields.size;
  figures.calls += 1;
});

/** A made-up answer that fits the contract. */
function truthFor(reply: z.ZodType): unknown {
  for (let part = 0; part < 3; part++) {
    const made = madeUp(shapeOf(reply), part);
    if (reply.safeParse(made).success) return made;
  }
  throw new Error(
    `No made-up answer fits: ${z.prettifyError(reply.safeParse(madeUp(shapeOf(reply))).error!)}`,
  );
}

/** The names of optional fields of an answer; entries of records are optional, too. */
function optionalIn(reply: z.ZodType): Set<string> {
  const names = new Set([madeUpKey]);
  const walk = (shape: unknown) => {
    if (typeof shape !== 'object' || shape === null) return;
    const { properties, required = [] } = shape as { properties?: object; required?: string[] };
    for (const name of Object.keys(properties ?? {})) if (!required.includes(name)) names.add(name);
    for (const inner of Object.values(shape)) walk(inner);
  };
  walk(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' }));
  return names;
}
