/** The console's build, its installed shell, and the two homes of the unit tests. */
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
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

/** The installed shell: a service worker of our own that is given the list of the build's files. */
const shell = (name: string) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: manifestOf(name),
    includeManifestIcons: false,
    // It is built by itself, and would tell of it at length.
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
      // Charts are laid out in a worker of one and a half megabytes, on one page for the curious.
      globIgnores: ['assets/layout*.js', 'assets/elk*.js'],
      // Their names change with their content: the browser's own cache may answer.
      dontCacheBustURLsMatching: /^assets\//,
    },
  });

/**
 * Leaves the half of zod out of the page that turns checks into JSON Schema: only the servers' docs do that. Every schema
 * names it, so no bundler can see by itself that nobody calls it.
 */
function withoutJsonSchema() {
  return {
    name: 'without-json-schema',
    apply: 'build' as const,
    load(id: string) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)];
      const none = `const none = () => { throw new Error('The console makes no JSON Schema of its checks.'); };`;
      return `${none}\nexport { ${names.map(([, name]) => `none as ${name}`).join(', ')} };`;
    },
  };
}

/** Leaves the table of vendor prefixes out of the page: styled-components asks for none unless it is told to. */
const withoutPrefixes = () => ({
  name: 'without-prefixes',
  apply: 'build' as const,
  load: (id: string) =>
    id.endsWith('/stylis/src/Prefixer.js') ? 'export const prefix = (value) => value;' : null,
});

const router = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

/** A few large files, for small ones compress badly. Each takes along what its own need, the first in line first. */
const chunks = [
  // Alone, so that it really runs before what the rest is put into.
  {
    name: 'first',
    priority: 3,
    test: /(src|packages\/contract)\/(app\/first|theme\/mode|lib\/(config|integrations)|pixels)\.ts/,
  },
  // What every page needs, and the sign-in.
  {
    name: 'base',
    priority: 2,
    test: /src\/(app\/(Root|routes|providers)|features\/(legal\/SiteFooter|accounts\/LoginForm)|queries\/session|db\/session|lib\/(beforeUnloadGuard|paths)|api\/untilAnswered|ui\/form\/(Form|TextField|PasswordField))\.tsx?$/,
  },
  { name: 'machines', priority: 2, test: /node_modules\/xstate\/|src\/machines\/inspection\/trace\.ts$/ },
  // What every signed-in page needs beside.
  {
    name: 'frame',
    priority: 1,
    test: /src\/(features\/navigation\/(Sidebar|PhoneBar)|machines\/session\/effects|db\/entries|app\/useSessionEnd|ui\/(shell\/AppFrame|EmptyState|Loaded|Card|form\/FindField))\.tsx?$/,
  },
];

export default defineConfig(({ mode, command }) => {
  const settings = loadEnv(mode, '.', 'VITE_');
  const given = (settings.VITE_PRODUCT_NAME ?? '').trim();
  const name = given === '' ? 'Cloakroom' : given;
  const build = command === 'build' ? fingerprint(settings).slice(0, 8) : 'development';
  return {
    plugins: [react(), aboutPage(name, build), withoutJsonSchema(), withoutPrefixes(), shell(name)],
    define: { __BUILD__: JSON.stringify(build) },
    // The router's package names its development build alone; the page is given the other one.
    resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
    // Nothing inline: the content policy lets fonts and pictures come from the same origin only.
    build: {
      target: 'es2022',
      outDir: 'dist',
      sourcemap: false,
      reportCompressedSize: true,
      assetsInlineLimit: 0,
      // Lists of what each lazy page needs weigh more on the first page than its one round trip more on the next.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
      },
      rolldownOptions: {
        // A slow machine is nobody's mistake.
        checks: { bundlerTimings: false },
        output: {
          codeSplitting: { groups: chunks },
        },
      },
    },
    worker: { format: 'es', plugins: () => [withoutJsonSchema()] },
    test: {
      // Vitest would leave one core idle; on two that is half of them.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            globalSetup: ['tests/support/postgres.ts'],
            include: [
              'tests/{contract,wire,ingest,sealed-index,server-kit,service,proxy,tools,law,bench}/**/*.test.ts',
            ],
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
            include: ['tests/src/**/*.test.{ts,tsx}'],
            setupFiles: ['tests/src/support/setup.ts'],
            testTimeout: 30_000,
            server: { deps: { inline: ['styled-components'] } },
          },
        },
      ],
    },
  };
});
