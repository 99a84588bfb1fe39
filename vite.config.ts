/** The console's build, its installed shell, and the two homes of the unit tests. */
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

/** Puts the product's name into the page, as the console itself has it from its settings. */
function productName() {
  let name = '';
  return {
    name: 'product-name',
    configResolved({ mode }: { mode: string }) {
      const given = (loadEnv(mode, '.', 'VITE_').VITE_PRODUCT_NAME ?? '').trim();
      name = (given === '' ? 'Cloakroom' : given).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    },
    transformIndexHtml: (html: string) => html.replaceAll('%PRODUCT_NAME%', name),
  };
}

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

const router = fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url));

export default defineConfig({
  plugins: [react(), productName(), withoutJsonSchema()],
  // The router's package names its development build alone; the page is given the other one.
  resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
  // Nothing inline: the content policy lets fonts and pictures come from the same origin only.
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: false,
    reportCompressedSize: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A chunk of its own, so that it really runs before the chunks that the rest is put into.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What nearly every page uses is one file: small ones compress badly.
            { name: 'common', test: /\/(src|contract)\//, minShareCount: 16 },
            {
              name: 'first',
              priority: 1,
              test: /(src|contract)\/(app\/first|theme\/mode|lib\/(config|integrations)|pixels)\.ts/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [withoutJsonSchema()] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: ['tests/support/postgres.ts'],
          include: ['tests/{contract,rows,host,service,proxy,tools,law,bench}/**/*.test.ts'],
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
          include: ['tests/src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/src/support/setup.ts'],
          testTimeout: 30_000,
          server: { deps: { inline: ['styled-components'] } },
        },
      },
    ],
  },
});
