import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { importLaws } from './test/laws/import-laws.mjs';
import { toldExceptions } from './test/laws/told-exceptions.mjs';

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '**/.data/**', '**/test-results/**', '**/playwright-report/**', 'coverage/**'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      // what cannot be missing is asserted in words, with node:assert; tests may insist
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, arguments: false } }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(TSPropertySignature, PropertyDefinition, Identifier)[optional=true] > TSTypeAnnotation > TSUnionType > TSUndefinedKeyword',
          message: 'A question mark says already that it may be undefined.',
        },
      ],
      // Our objects are closures: their methods have no this to lose, and async only says what they answer.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      // 'a' | 'b' | string keeps the known values in sight of the reader.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
    },
  },
  {
    // The body of an answer is what a test is there to find out.
    files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**/*.ts'],
    rules: Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [`@typescript-eslint/no-unsafe-${use}`, 'off']),
    ),
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/testing/**', '{bench,e2e,test}/**/*.ts', 'web/test/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // One tsconfig knows the names of browsers, for journeys, and of jest, for tests. Servers have neither.
    files: ['{packages,services,infra}/*/src/**/*.ts', 'gateway/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...Object.keys({ ...globals.browser, ...globals.jest }).filter((name) => !(name in globals.node)),
      ],
    },
  },
  { files: ['web/**/*.{ts,tsx}'], languageOptions: { parserOptions: { project: './web/tsconfig.json' } } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  { files: ['**/*.{cjs,mjs,js}'], languageOptions: { globals: globals.node } },
  { files: ['infra/*/browser/**/*.js', 'web/src/start.js'], languageOptions: { sourceType: 'script', globals: globals.browser } },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { shop: { rules: { imports: importLaws, 'told-exceptions': toldExceptions } } },
    rules: { 'shop/imports': 'error', 'shop/told-exceptions': 'error' },
  },
  prettier,
);
