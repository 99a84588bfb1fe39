/**
 * Every guard of the service is needed: with any of them switched off, the matrix finds a call that succeeds although it
 * must not.
 */
import { basename, dirname, join } from 'node:path';
import { api } from '@cloakroom/contract/api.ts';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mutant, mutants, mutated } from './guards/mutants.ts';
import { testedMutants } from './guards/tested.ts';
import type { firstWrong } from './guards/trial.ts';

/** The guards tried in every test run; `npm run guards` tries all of them. */
const daily = new Set(['membership of an organization', 'the admin among members', 'membership behind a schema', 'whose team a grant reaches', 'who may change teams', 'whose requests are listed, by team', 'whose identity it is', 'whose materials they are']); // prettier-ignore
const testedElsewhere = new Set((await testedMutants()).map(({ guard }) => guard));
const generated = await mutants();
const all = generated.filter(({ guard }) => !testedElsewhere.has(guard));
const triesAll = process.env.GUARDS === 'all';
const tried = triesAll ? all : all.filter(({ guard }) => daily.has(guard));

/** A guard whose absence shows nowhere takes longest, because every row is tried. */
const timeoutMs = 300_000;

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

/** Drops the modules that depend on a guard's file, so that they are loaded again. */
function forget({ file }: Mutant): void {
  for (const module of loader.moduleGraph.getModulesByFile(join(process.cwd(), file)) ?? [])
    loader.moduleGraph.invalidateModule(module);
}

/** Loads the service with one guard switched off and the previous one switched on again, and tries all calls. */
async function verdict(mutant: Mutant | undefined): Promise<string | null> {
  for (const one of [off, mutant]) if (one) forget(one);
  off = mutant;
  const trial = await loader.ssrLoadModule('/tests/law/guards/trial.ts');
  return (trial.firstWrong as typeof firstWrong)(mutant ? nounsOf(mutant) : []);
}

/** Nouns of the contract whose code is in another noun's folder, by that folder. */
const nounsInFolder: Record<string, string[]> = {
  teams: ['grants'],
  organizations: ['invitations'],
  schemaRemovals: ['schemas'],
  savedViews: ['schemas'],
};
/** The nouns of a guard, whose calls are tried first. */
function nounsOf({ file }: Mutant): string[] {
  const noun = basename(dirname(file));
  return [noun, ...(nounsInFolder[noun] ?? [])];
}

// In every other test run the matrix itself checks this.
if (triesAll)
  test('finds nothing wrong in a service with all its guards', { timeout: timeoutMs }, async () => {
    expect(await verdict(undefined)).toBeNull();
  });

test('finds the refusals that other tests cover', () => {
  const found = new Set(generated.map(({ guard }) => guard));
  const refusals = [...testedElsewhere].filter((guard) => guard.startsWith('refusal'));
  expect(refusals.filter((guard) => !found.has(guard))).toEqual([]);
});

test('finds the guards that are tried in every run', () => {
  expect(tried.map(({ guard }) => guard)).toEqual(expect.arrayContaining([...daily]));
});

// A guard without a noun is found late, because the calls of all other nouns are tried first.
test('knows a noun of the contract for each guard', () => {
  const nouns = new Set(api.map(({ noun }) => noun));
  expect(all.filter((mutant) => !nounsOf(mutant).some((noun) => nouns.has(noun)))).toEqual([]);
});

test.each(tried.map((mutant) => [mutant.guard, mutant] as const))(
  '%s: without this guard, a call succeeds that must be refused',
  { timeout: timeoutMs },
  async (_, mutant) => {
    const wrong = await verdict(mutant);
    expect(wrong, `${mutant.file} without ${mutant.cut}`).not.toBeNull();
  },
);
