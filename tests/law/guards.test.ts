/** Every guard of the service is needed: with any one switched off, somebody may do what the matrix forbids. */
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mutant, mutants, mutated } from './guards/mutants.ts';
import { testedMutants } from './guards/tested.ts';
import type { firstWrong } from './guards/trial.ts';

/** Those that are tried with every run of the tests; `npm run guards` tries all. */
const daily = new Set(['membership of an organization', 'the admin among members', 'membership behind a schema', 'whose team a grant reaches', 'who may change teams', 'whose requests are listed, by team', 'whose identity it is', 'whose materials they are']); // prettier-ignore
const testedElsewhere = new Set((await testedMutants()).map(({ guard }) => guard));
const all = (await mutants()).filter(({ guard }) => !testedElsewhere.has(guard));
const thorough = process.env.GUARDS === 'all';
const tried = thorough ? all : all.filter(({ guard }) => daily.has(guard));

/** In milliseconds: a guard that nothing misses is looked for everywhere. */
const timeout = 300_000;

let loader: ViteDevServer;
/** The guard that is off while the service is loaded. */
let off: Mutant | undefined;
beforeAll(async () => {
  loader = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'guard-off',
        enforce: 'pre',
        transform: (code, id) => (off && id.endsWith(off.file) ? mutated(code, off) : null),
      },
    ],
  });
});
afterAll(() => loader.close());

/** Load what has to do with a guard's file anew the next time. */
function forget({ file }: Mutant): void {
  for (const module of loader.moduleGraph.getModulesByFile(join(process.cwd(), file)) ?? [])
    loader.moduleGraph.invalidateModule(module);
}

/** Load the service with a guard switched off, and the last one on again, and try it. */
async function verdict(mutant: Mutant | undefined): Promise<string | null> {
  for (const one of [off, mutant]) if (one) forget(one);
  off = mutant;
  const trial = await loader.ssrLoadModule('/tests/law/guards/trial.ts');
  const noun = mutant?.file.split('/')[2] ?? '';
  return (trial.firstWrong as typeof firstWrong)([noun, ...(beside[noun] ?? [])]);
}
/** Nouns of the contract that live in another one's folder. */
const beside: Record<string, string[]> = { teams: ['grants'], organizations: ['invitations'] };

// With every run of the tests the matrix itself says so.
if (thorough)
  test('a service with all its guards does nothing wrong', { timeout }, async () => {
    expect(await verdict(undefined)).toBeNull();
  });

test('what is tried with every run is there', () => {
  expect(tried.map(({ guard }) => guard)).toEqual(expect.arrayContaining([...daily]));
});

test.each(tried.map((mutant) => [mutant.guard, mutant] as const))(
  '%s: without it somebody may do too much',
  { timeout },
  async (_, mutant) => {
    const wrong = await verdict(mutant);
    expect(wrong, `${mutant.file} without ${mutant.cut}`).not.toBeNull();
  },
);
