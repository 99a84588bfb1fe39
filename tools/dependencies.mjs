/**
 * The import law: who may import whom. `npm run deps` checks it with dependency-cruiser; every rule has
 * a name and a sentence for the offender.
 */

/** Inside src/ each layer may use itself and what it lists. src/app may use all. */
const layers = {
  lib: [],
  theme: [],
  api: ['lib'],
  db: ['lib'],
  workers: ['lib', 'api'],
  machines: ['lib'],
  queries: ['lib', 'api', 'db', 'workers'],
  ui: ['lib', 'theme'],
  features: ['lib', 'theme', 'ui', 'queries', 'machines'],
  pages: ['lib', 'theme', 'ui', 'queries', 'features', 'machines'],
};
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const only = (...names) => `^src/(${names.join('|')})/`;
const wiring = '/wiring[.]ts$';
const worker = '[.]worker[.]ts$';

export default {
  forbidden: [
    rule('no-cycles', 'Two modules that need each other are one module, or three.', {}, { circular: true }),
    rule(
      'contract-stands-alone',
      'The contract is data: zod and nothing else.',
      { path: '^contract/', pathNot: '^contract/(fingerprint|accessLog)[.]ts$' },
      { pathNot: ['^contract/', 'node_modules/(papaparse|@types/papaparse|zod)/'] },
    ),
    rule(
      'fingerprints-are-the-same-everywhere',
      'A fingerprint is computed where it is shown: a hash and the list of words, no platform.',
      { path: '^contract/(fingerprint|accessLog)[.]ts$' },
      { pathNot: ['^contract/', 'node_modules/(@noble/hashes|@scure/bip39|zod)/'] },
    ),
    rule(
      'rows-stand-alone',
      'Reading and checking rows is the same in the page and in the proxy: papaparse and the contract, no platform.',
      { path: '^rows/' },
      { pathNot: ['^rows/', '^contract/', 'node_modules/(papaparse|@types/papaparse|zod)/'] },
    ),
    rule(
      'host-serves-both',
      'host/ is what the two servers share; it knows neither.',
      { path: '^host/' },
      { path: '^(src|service|proxy|tests|e2e|tools)/' },
    ),
    rule(
      'console-is-no-server',
      'They meet in contract/ and rows/.',
      { path: '^src/' },
      { path: '^(service|proxy|host|tests|e2e|tools)/' },
    ),
    rule(
      'service-stands-alone',
      'They meet in contract/.',
      { path: '^service/' },
      { path: '^(src|proxy|rows|tests|e2e|tools)/' },
    ),
    rule(
      'proxy-stands-alone',
      'They meet in contract/.',
      { path: '^proxy/' },
      { path: '^(src|service|tests|e2e|tools)/' },
    ),
    rule(
      'e2e-sees-the-screen',
      'A journey knows routes and words, not modules.',
      { path: '^e2e/(?!support/)' },
      { path: '^(src|service|proxy|tests)/' },
    ),
    ...Object.entries(layers).map(([layer, below]) =>
      rule(
        `layer-${layer}`,
        `src/${layer} may use: ${below.join(', ') || 'nothing in src'}.`,
        { path: only(layer), pathNot: wiring },
        { path: '^src/', pathNot: only(layer, ...below) },
      ),
    ),
    rule(
      'lib-is-plain',
      'No framework in lib.',
      { path: only('lib') },
      {
        path: 'node_modules/(react|styled-components|@tanstack|xstate|dexie|comlink)',
      },
    ),
    rule(
      'machines-are-pure',
      'A machine knows xstate and lib.',
      { path: only('machines'), pathNot: wiring },
      { path: 'node_modules/', pathNot: 'node_modules/xstate/' },
    ),
    rule(
      'wiring-reaches-down',
      'Wiring gives a machine its hands.',
      { path: wiring },
      { path: '^src/', pathNot: only('machines', 'lib', 'api', 'db', 'workers') },
    ),
    rule(
      'features-are-strangers',
      'Pages introduce features to each other.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    rule(
      'comlink-stays-in-workers',
      'Callers see plain async functions.',
      { path: '^src/', pathNot: only('workers') },
      { path: 'node_modules/comlink/' },
    ),
    rule(
      'dexie-stays-in-db',
      'Callers see tables.',
      { path: '^src/', pathNot: only('db') },
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
      'No DOM library in a worker, however far away.',
      { path: worker },
      { path: 'node_modules/(react|react-dom|styled-components)/', reachable: true },
    ),
    rule(
      'keys-stay-home',
      'Only the keyring, crypto/ and the programs that start it may hold a keyring.',
      { path: '^proxy/', pathNot: '^proxy/(keyring/|crypto/|commands/|main[.]ts|cli[.]ts|app[.]ts)' },
      { path: '^proxy/keyring/', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
