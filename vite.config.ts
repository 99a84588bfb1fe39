/** The console's build, its installed shell, and the two homes of the unit tests. */
import react from '@vitejs/plugin-react';
import { availableParallelism } from 'node:os';
import { loadEnv } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import about from './package.json' with { type: 'json' };
import { fingerprint } from './tools/fingerprint.ts';
import { manifestOf } from './tools/manifest.ts';

/**
 * Puts the product's name into the page, as the console itself has it from its settings, and which build the page is of.
 * There and nowhere else: in a script it would give every file a new name with every build.
 */
function aboutPage(name: string, build: string) {
  const escaped = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return {
    name: 'about-page',
    transformIndexHtml: (html: string) =>
      html.replaceAll('%PRODUCT_NAME%', escaped).replace('%BUILD%', `${about.version} ${build}`),
  };
}

/** The installed shell: a service worker of our own that gets the list of the build's files. */
const shell = (name: string) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: manifestOf(name),
    includeManifestIcons: false,
    // Its own build would log much.
    integration: {
      // The app's manifest is the browser's business, not the page's.
      beforeBuildServiceWorker(options) {
        options.injectManifest.additionalManifestEntries = [];
      },
      configureCustomSWViteBuild(options) {
        options.logLevel = 'warn';
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      // The page and every file that it may ask for; of the fonts, the scripts that the console is written in.
      globPatterns: ['index.html', 'assets/*.{js,css}', 'assets/*-latin-wght-*.woff2'],
      // Charts are laid out in a worker of one and a half megabytes, on one page for the curious. The dictionaries of
      // passwords (`dist-`) weigh as much, and a password is chosen only with a connection, as a spreadsheet is uploaded.
      globIgnores: [
        'assets/layout*.js',
        'assets/elk*.js',
        'assets/dist-*.js',
        'assets/reporter-*.js',
        'assets/spreadsheet-*.js',
      ],
      // Their names change with their content: the browser's own cache may answer.
      dontCacheBustURLsMatching: /^assets\//,
    },
  });

/** Libraries that every page needs, in one file that keeps its name while only the console changes. */
const libraries = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|react-router|styled-components|stylis|@emotion|@tanstack\/(query-core|react-query)|zod)\//,
  },
];

export default defineConfig(({ mode, command }) => {
  const settings = loadEnv(mode, '.', 'VITE_');
  const configuredName = (settings.VITE_PRODUCT_NAME ?? '').trim();
  const name = configuredName === '' ? 'Cloakroom' : configuredName;
  const build = command === 'build' ? fingerprint(settings).slice(0, 8) : 'development';
  return {
    plugins: [react(), aboutPage(name, build), shell(name)],
    define: { __BUILD__: JSON.stringify(build) },
    // Nothing inline: the content policy lets fonts and pictures come from the same origin only.
    build: {
      target: 'es2022',
      outDir: 'dist',
      sourcemap: false,
      reportCompressedSize: true,
      // In kB. The layout of charts and the dictionaries of passwords are larger than usual, and loaded when they are needed;
      // `npm run size` has the limits of the pages.
      chunkSizeWarningLimit: 2000,
      assetsInlineLimit: 0,
      // Lists of what each lazy page needs weigh more on the first page than its one round trip more on the next.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
      },
      rolldownOptions: {
        // An entry is a file of its own: first.ts runs before the file that its libraries are in.
        input: { index: 'index.html', first: 'src/first.ts' },
        checks: { bundlerTimings: false },
        output: {
          codeSplitting: { groups: libraries },
        },
      },
    },
    worker: { format: 'es' },
    test: {
      // Tests also wait for timers, databases and programs: one worker for each core would leave a quarter of two cores idle.
      maxWorkers: availableParallelism() + 1,
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            environment: 'node',
            // Nothing here has a state that outlives a test, so that files share their modules.
            isolate: false,
            include: [
              'tests/{contract,wire,ingest,sealed-index,client,password-strength}/**/*.test.ts',
              'tests/src/**/*.test.ts',
            ],
            exclude: ['**/*.dom.test.ts', 'tests/client/readme.test.ts'],
            testTimeout: 30_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            // Importing a server takes two seconds.
            isolate: false,
            globalSetup: ['tests/support/globalSetup.ts'],
            include: [
              'tests/{server-kit,service,proxy,clients,law,tools}/**/*.test.ts',
              'tests/client/readme.test.ts',
              // Its programs are installed for `npm run test:stores` only.
              ...(process.env.TEST_STORES ? ['tests/deployment/*.test.ts'] : []),
            ],
            setupFiles: [
              'tests/support/nodeFetch.ts',
              'tests/support/realTimers.ts',
              'tests/support/cheapPassphrases.ts',
              'tests/support/soonRetries.ts',
              'tests/support/shortWaits.ts',
            ],
            exclude: ['**/*.isolated.test.ts'],
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'isolated',
            environment: 'node',
            globalSetup: ['tests/support/globalSetup.ts'],
            include: ['tests/**/*.isolated.test.ts'],
            testTimeout: 60_000,
            hookTimeout: 60_000,
          },
        },
        {
          extends: true,
          resolve: { conditions: ['browser', 'module', 'import', 'default'] },
          test: {
            name: 'dom',
            environment: 'jsdom',
            // Each file has a world of its own, but not a process that has to load jsdom again.
            pool: 'vmThreads',
            vmMemoryLimit: '1GB',
            include: ['tests/src/**/*.dom.test.ts', 'tests/src/**/*.test.tsx'],
            setupFiles: ['tests/src/support/setup.ts'],
            testTimeout: 30_000,
            server: { deps: { inline: ['styled-components'] } },
          },
        },
      ],
    },
  };
});
