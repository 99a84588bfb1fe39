/** What the import graph cannot see: globals in their rooms, strict types, accessible markup. */
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import nounsanitized from 'eslint-plugin-no-unsanitized';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** A global that has one home, and the sentence for code elsewhere. */
const onlyIn = (name, home) => ({ name, message: `${name} lives in ${home}.` });
const network = [
  onlyIn('fetch', 'src/shared/http'),
  onlyIn('WebSocket', 'src/shared/http'),
  onlyIn('XMLHttpRequest', 'src/shared/http'),
];
const storage = [
  onlyIn('localStorage', 'src/shared/storage'),
  onlyIn('sessionStorage', 'src/shared/storage'),
  onlyIn('indexedDB', 'src/shared/storage'),
];
const threads = [onlyIn('Worker', 'src/workers')];

const shape = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: the file and its export share it.' },
];
const colours = {
  selector:
    'Literal[value=/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i], TemplateElement[value.raw=/[:\\s]#([0-9a-f]{3,4}|[0-9a-f]{6})\\b/i]',
  message: 'Colours live in src/ui/theme.',
};

export default ts.config(
  {
    ignores: [
      '**/build',
      'dist',
      'data',
      'node_modules',
      'shots',
      'coverage',
      'test-results',
      'playwright-report',
      'public',
      // Checked against the packed client: tests/clients/packed.test.ts.
      'tests/clients/support/program.mts',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  nounsanitized.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        project: ['app', 'worker', 'node', 'drive'].map((thread) => `tsconfig.${thread}.json`),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-restricted-syntax': ['error', ...shape],
      // Object types read best as `type` beside their zod twins, which can only be types.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // Numbers in messages are the point of many messages.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `_` marks what a signature forces on us.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Fastify and React hand promises to void callbacks by design.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Arrow functions that return a void call are this house's shape of an event handler.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Fastify plugins are async functions whether they await or not.
      '@typescript-eslint/require-await': 'off',
      // Byte loops index arrays whose bounds the loop itself keeps.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['src/**'],
    plugins: { 'react-hooks': reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-globals': ['error', ...network, ...storage, ...threads],
      'no-restricted-syntax': ['error', ...shape, colours],
    },
  },
  { files: ['src/shared/http/**'], rules: { 'no-restricted-globals': ['error', ...storage, ...threads] } },
  { files: ['src/shared/storage/**'], rules: { 'no-restricted-globals': ['error', ...network, ...threads] } },
  { files: ['src/workers/**'], rules: { 'no-restricted-globals': ['error', ...network, ...storage] } },
  {
    // `types: {} as {…}` is how a machine states its types; without the assertion they are lost.
    files: ['src/machines/**'],
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  { files: ['src/ui/theme/**'], rules: { 'no-restricted-syntax': ['error', ...shape] } },
  {
    files: ['packages/{service,proxy,server-kit}/**'],
    rules: { 'no-restricted-globals': ['error', onlyIn('process', 'config.ts and main.ts')] },
  },
  {
    files: ['**/main.ts', '**/config.ts', 'packages/proxy/cli.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  // Playwright reads which fixtures are wanted from the pattern of the first argument.
  { files: ['e2e/support/**'], rules: { 'no-empty-pattern': 'off' } },
  {
    files: ['**/*.config.ts', 'eslint.config.js', 'tools/*.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
  { files: ['bench/**/*Probe.js'], languageOptions: { globals: globals.browser } },
  prettier,
);
