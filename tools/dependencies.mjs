/**
 * The rules for imports, checked by `npm run deps` with dependency-cruiser. Every rule has a name and a message.
 */

/** Each layer of src/ may use itself and the layers listed. src/app and the entries may use all. */
const layers = {
  shared: [],
  workers: ['shared'],
  machines: ['shared'],
  ui: ['shared'],
  features: ['machines', 'workers', 'ui', 'shared'],
};
/** The packages that each package may use and, if it has to run everywhere, the modules that it may import. */
const packages = {
  contract: { uses: [], modules: ['zod'] },
  wire: { uses: ['contract'], modules: ['@noble/hashes', '@scure/bip39'] },
  ingest: { uses: ['contract'], modules: ['papaparse'] },
  client: { uses: ['contract'], modules: ['zod', 'p-retry'] },
  'sealed-index': { uses: ['contract', 'wire'], modules: ['sodium-native'] },
  'password-strength': { uses: [], modules: ['@zxcvbn-ts'] },
  'server-kit': { uses: ['contract', 'password-strength'] },
  service: { uses: ['contract', 'wire', 'server-kit'] },
  proxy: { uses: ['contract', 'wire', 'ingest', 'sealed-index', 'client', 'server-kit'] },
};
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const only = (...names) => `^src/(${names.join('|')})/`;
/** The side effects of a machine; `lazyEffects.ts` is loaded when it is first needed. */
const effects = '/(effects|lazyEffects)[.]ts$';
const worker = '[.]worker[.]ts$';

export default {
  forbidden: [
    rule('no-cycles', 'Two modules that need each other are one module, or three.', {}, { circular: true }),
    ...Object.entries(packages).map(([name, { uses, modules }]) =>
      rule(
        `package-${name}`,
        `packages/${name} may use ${uses.join(', ') || 'no other package'}.`,
        { path: `^packages/${name}/` },
        {
          path: ['^(packages|src|tests|e2e|bench|tools)/', ...(modules ? ['node_modules/'] : [])],
          pathNot: [
            `^packages/(${[name, ...uses].join('|')})/`,
            ...(modules ? [`node_modules/(@types/)?(${modules.join('|')})/`] : []),
          ],
        },
      ),
    ),
    rule(
      'packages-import-what-they-name',
      'A module that a package imports is listed in the manifest of that package.',
      { path: '^packages/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'console-is-not-a-server',
      'The console shares only packages/contract, wire, ingest, client and password-strength with the servers.',
      { path: '^src/' },
      { path: '^(packages/(service|proxy|server-kit|sealed-index)|tests|e2e|tools)/' },
    ),
    rule(
      'e2e-sees-the-screen',
      'A journey uses routes and visible text, not modules.',
      { path: '^e2e/(?!support/)' },
      { path: '^(src|packages/(service|proxy)|tests)/' },
    ),
    ...Object.entries(layers).map(([layer, below]) =>
      rule(
        `layer-${layer}`,
        `src/${layer} may use: ${below.join(', ') || 'nothing in src'}.`,
        { path: only(layer), pathNot: effects },
        { path: '^src/', pathNot: only(layer, ...below) },
      ),
    ),
    rule(
      'machines-are-pure',
      'A machine imports xstate and shared code; its side effects are in its effects.ts.',
      { path: only('machines'), pathNot: effects },
      { path: 'node_modules/', pathNot: 'node_modules/xstate/' },
    ),
    rule(
      'effects-reach-down',
      'Effects may use shared code and workers.',
      { path: effects },
      { path: '^src/', pathNot: only('machines', 'shared', 'workers') },
    ),
    rule(
      'features-meet-in-their-index',
      'A feature uses another one through its index.ts; only a dynamic import may name another file.',
      { path: '^src/features/([^/]+)/' },
      {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/index[.]ts$'],
        dependencyTypesNot: ['dynamic-import'],
      },
    ),
    rule(
      'comlink-stays-in-workers',
      'Callers see plain async functions.',
      { path: '^src/', pathNot: only('workers') },
      { path: 'node_modules/comlink/' },
    ),
    rule(
      'dexie-stays-in-storage',
      'Callers see tables.',
      { path: '^src/', pathNot: '^src/shared/storage/' },
      { path: 'node_modules/dexie/' },
    ),
    rule(
      'workers-are-entries',
      'Import the type; spawn the file.',
      {},
      { path: worker, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'workers-have-no-document',
      'No DOM library in a worker, not even through other modules.',
      { path: worker },
      { path: 'node_modules/(react|react-dom|styled-components)/', reachable: true },
    ),
    rule(
      'keys-stay-home',
      'Only the keyring, crypto/ and the programs that start it may hold a keyring.',
      {
        path: '^packages/proxy/',
        pathNot: '^packages/proxy/(keyring/|crypto/|commands/|main[.]ts|cli[.]ts|app[.]ts)',
      },
      { path: '^packages/proxy/keyring/', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    // The bundled programs that a build writes.
    exclude: { path: '^packages/[^/]+/build/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
