/** What `npm run new` writes: the first files of a feature, a machine, a worker and an endpoint. */

/** A line that is added to a list in an existing file, after the last match of `after`. */
type Insertion = { path: string; after: RegExp; text: string };
export type Template = (name: string) => {
  /** Text by path. */
  files: Record<string, string>;
  insertions?: Insertion[];
  /** What the author has to do next, in one sentence. */
  next: string;
};

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const words = (name: string) =>
  capitalized(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const feature: Template = (name) => {
  const component = capitalized(name);
  return {
    files: {
      [`src/features/${name}/index.ts`]: `/** What other features may use of ${words(name)}. */
export { ${component} } from './${component}.tsx';
`,
      [`src/features/${name}/${component}.tsx`]: `/** ${words(name)}. */
export function ${component}() {
  return <h2>${words(name)}</h2>;
}
`,
      [`tests/src/features/${name}/${component}.test.tsx`]: `import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ${component} } from '#src/features/${name}/index.ts';

test('shows its heading', () => {
  render(<${component} />);
  expect(screen.getByRole('heading').textContent).toBe('${words(name)}');
});
`,
    },
    next: `show ${component} on a page; calls, queries, hooks and messages of the noun go into src/features/${name}.`,
  };
};

export const machine: Template = (name) => {
  const type = capitalized(name);
  return {
    files: {
      [`src/machines/${name}/types.ts`]: `/** Context, events and actors of ${words(name)}. \`effects.ts\` provides the actors. */
import { fromPromise } from 'xstate';
import { Failure } from '#src/shared/failure.ts';

export type ${type}Context = { result: string | null; failure: Failure | null };

export type ${type}Event = { type: 'loading.requested' };

export const initialContext: ${type}Context = { result: null, failure: null };

/** Loads the result. */
export const load = fromPromise<string>(() => {
  throw new Failure('unexpected', 'The machine ${name} was started without its effects.');
});
`,
      [`src/machines/${name}/machine.ts`]: `/** ${words(name)}. Pure: loading is provided by effects.ts. */
import { assign, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { initialContext, load, type ${type}Context, type ${type}Event } from './types.ts';

export const ${name}Machine = setup({
  types: {} as { context: ${type}Context; events: ${type}Event },
  actors: { load },
}).createMachine({
  id: '${name}',
  context: initialContext,
  initial: 'idle',
  on: { 'loading.requested': { target: '.loading', actions: assign(initialContext) } },
  states: {
    idle: {},
    loading: {
      invoke: {
        src: 'load',
        onDone: { target: 'loaded', actions: assign(({ event }) => ({ result: event.output })) },
        onError: { target: 'idle', actions: assign(({ event }) => ({ failure: Failure.from(event.error) })) },
      },
    },
    loaded: {},
  },
});
`,
      [`src/machines/${name}/effects.ts`]: `/** The side effects of ${words(name)}. */
import { fromPromise } from 'xstate';
import { ${name}Machine } from './machine.ts';

export const provided${type}Machine = ${name}Machine.provide({
  actors: { load: fromPromise(() => Promise.resolve('${words(name)}')) },
});
`,
      [`tests/src/machines/${name}.test.ts`]: `import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test } from 'vitest';
import { ${name}Machine } from '#src/machines/${name}/machine.ts';

const start = (load: () => Promise<string>) =>
  createActor(${name}Machine.provide({ actors: { load: fromPromise(load) } })).start();

test('keeps what was loaded', async () => {
  const actor = start(() => Promise.resolve('loaded'));
  actor.send({ type: 'loading.requested' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('loaded'));
  expect(context).toEqual({ result: 'loaded', failure: null });
});

test('is idle with the failure after an error', async () => {
  const actor = start(() => Promise.reject(new Error('Broken.')));
  actor.send({ type: 'loading.requested' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('idle'));
  expect(context.failure?.message).toBe('Broken.');
});
`,
    },
    next: 'replace the states with those of the noun, and add what the page shows in each to tests/src/model.',
  };
};

export const worker: Template = (name) => {
  const type = capitalized(name);
  return {
    files: {
      [`src/workers/${name}.worker.ts`]: `/** ${words(name)}, away from the main thread. Holds no logic of its own: it calls tested functions. */
import { expose } from 'comlink';

const api = { run: (text: string): string => text.trim() };

export type ${type}Worker = typeof api;
expose(api);
`,
      [`src/workers/${name}.ts`]: `/** ${words(name)} in a worker that ends with its task. */
import type { ${type}Worker } from './${name}.worker.ts';
import { withWorker } from './withWorker.ts';

const startWorker = () =>
  new Worker(new URL('./${name}.worker.ts', import.meta.url), { type: 'module', name: '${name}' });

/** @param signal - aborting it ends the worker; the promise rejects with its reason. */
export const run${type} = (text: string, signal: AbortSignal): Promise<string> =>
  withWorker<${type}Worker, string>(startWorker, (api) => api.run(text), signal);
`,
      [`tests/src/workers/${name}.test.ts`]: `import { expect, test, vi } from 'vitest';
import { run${type} } from '#src/workers/${name}.ts';

test('starts no worker for an aborted task', async () => {
  const Worker = vi.fn();
  vi.stubGlobal('Worker', Worker);
  const aborted = AbortSignal.abort(new Error('Left.'));
  await expect(run${type}('text', aborted)).rejects.toThrow('Left.');
  expect(Worker).not.toHaveBeenCalled();
});
`,
    },
    next: 'let the worker call the function that does the work, which has its own tests.',
  };
};

export const endpoint: Template = (name) => {
  const type = capitalized(name);
  const path = `/api/${kebab(name)}/`;
  const contractList = 'packages/contract/api.ts';
  const app = 'packages/service/app.ts';
  return {
    files: {
      [`packages/contract/${name}.ts`]: `/** ${words(name)}. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const ${type} = z.object({ ids: z.array(z.string()) });
export type ${type} = z.infer<typeof ${type}>;

export const get${type} = endpoint({
  method: 'GET',
  path: '${path}',
  summary: '${words(name)} of the signed-in person.',
  answeredBy: 'service',
  access: 'user',
  reply: ${type},
});
`,
      [`packages/service/modules/${name}/routes.ts`]: `/** ${words(name)}: the calls of the contract. */
import type { FastifyInstance } from 'fastify';
import { get${type} } from '@cloakroom/contract/${name}.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { find${type} } from './repository.ts';

export function ${name}Routes(app: FastifyInstance, { database }: Deps): void {
  serve(app, get${type}, ({ request }) => find${type}(database, userOf(request).id));
}
`,
      [`packages/service/modules/${name}/repository.ts`]: `/** ${words(name)} in the database. */
import { eq } from 'drizzle-orm';
import type { ${type} } from '@cloakroom/contract/${name}.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema.ts';

export async function find${type}(queries: Queries, user: string): Promise<${type}> {
  const rows = await queries.select({ id: users.id }).from(users).where(eq(users.id, user));
  return { ids: rows.map(({ id }) => id) };
}
`,
      [`tests/service/modules/${name}/routes.test.ts`]: `import { afterAll, expect, test } from 'vitest';
import { ${type} } from '@cloakroom/contract/${name}.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';

const service = await startService();
afterAll(() => service.close());

test('answers a signed-in person', async () => {
  const { headers, user } = await person(service);
  const answer = await service.app.inject({ url: '${path}', headers });
  expect(${type}.parse(answer.json())).toEqual({ ids: [user.id] });
});
`,
    },
    insertions: [
      {
        path: contractList,
        after: /^import \* as .*\n/gm,
        text: `import * as ${name} from './${name}.ts';\n`,
      },
      { path: contractList, after: /^export const modules = \{\n/gm, text: `  ${name},\n` },
      {
        path: app,
        after: /^import .* from '.\/modules\/.*\n/gm,
        text: `import { ${name}Routes } from './modules/${name}/routes.ts';\n`,
      },
      { path: app, after: /^const \w+ = \[\n(?: {2}\w+Routes,\n)+/gm, text: `  ${name}Routes,\n` },
    ],
    next: 'replace the query with one of the noun’s own table, and add a row to tests/service/matrix: its test names calls without a row.',
  };
};
