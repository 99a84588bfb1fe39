/**
 * Every guard of the service is needed: with any one switched off, the matrix finds a call that succeeds although it
 * must not.
 */
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mutant, mutants, mutated } from './guards/mutants.ts';
import { testedMutants } from './guards/tested.ts';
import type { firstWrong } from './guards/trial.ts';

/** The guards tried in every test run; `npm run guards` tries all of them. */
const daily = new Set(['membership of an organization', 'the admin among members', 'membership behind a schema', 'whose team a grant reaches', 'who may change teams', 'whose requests are listed, by team', 'whose identity it is', 'whose materials they are']); // prettier-ignore
const testedElsewhere = new Set((await testedMutants()).map(({ guard }) => guard));
const all = (await mutants()).filter(({ guard }) => !testedElsewhere.has(guard));
const thorough = process.env.GUARDS === 'all';
const tried = thorough ? all : all.filter(({ guard }) => daily.has(guard));

/** Milliseconds. A guard whose absence shows nowhere takes longest, as every row is tried. */
const timeout = 300_000;

let loader: ViteDevServer;
/** The guard that is switched off while the service is loaded. */
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

/** Drops the modules that depend on a guard's file, so that they are loaded anew. */
function forget({ file }: Mutant): void {
  for (const module of loader.moduleGraph.getModulesByFile(join(process.cwd(), file)) ?? [])
    loader.moduleGraph.invalidateModule(module);
}

/** Loads the service with one guard switched off and the previous one on again, and tries it. */
async function verdict(mutant: Mutant | undefined): Promise<string | null> {
  for (const one of [off, mutant]) if (one) forget(one);
  off = mutant;
  const trial = await loader.ssrLoadModule('/tests/law/guards/trial.ts');
  const noun = mutant?.file.split('/')[2] ?? '';
  return (trial.firstWrong as typeof firstWrong)([noun, ...(beside[noun] ?? [])]);
}
/** Nouns of the contract whose code is in another noun's folder. */
const beside: Record<string, string[]> = { teams: ['grants'], organizations: ['invitations'] };

// In every other test run the matrix itself checks this.
if (thorough)
  test('finds nothing wrong in a service with all its guards', { timeout }, async () => {
    expect(await verdict(undefined)).toBeNull();
  });

test('finds the guards that are tried in every run', () => {
  expect(tried.map(({ guard }) => guard)).toEqual(expect.arrayContaining([...daily]));
});

test.each(tried.map((mutant) => [mutant.guard, mutant] as const))(
  '%s: without it a call succeeds that must be refused',
  { timeout },
  async (_, mutant) => {
    const wrong = await verdict(mutant);
    expect(wrong, `${mutant.file} without ${mutant.cut}`).not.toBeNull();
  },
);
