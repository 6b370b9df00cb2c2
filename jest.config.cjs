const { readFileSync } = require('node:fs');

const compiledBy = (options) => ['@swc/jest', { ...options, sourceMaps: 'inline' }];
// what npm start compiles the servers with
const swc = compiledBy(JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8')));
const swcOfPages = compiledBy({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: {
      react: { runtime: 'automatic', importSource: '#jsx' },
      optimizer: { globals: { vars: { 'import.meta.env': 'globalThis.__VITE_ENV__' } } },
    },
  },
  module: { type: 'commonjs' },
});

const servers = (displayName, more) => ({
  displayName,
  testEnvironment: '<rootDir>/test/run/node-environment.cjs',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/infra', '<rootDir>/test'],
  // what only exists as an ES module, which jest cannot require, or imports while it runs, which jest cannot do
  transform: {
    '\\.[cm]?ts$': swc,
    'node_modules/(jose|@(scure|noble|tus|opentelemetry/otlp-exporter-base|audio)|audio-(decode|type)|srvx)/.+\\.m?js$': swc,
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(.+/)?(jose|@(scure|noble|tus|opentelemetry/otlp-exporter-base|audio)|audio-(decode|type)|srvx)/)',
  ],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/'],
  ...more,
});

/** The tiers, told apart by the ending of a test's file name. @type {import('jest').Config} */
module.exports = {
  // a limit for what hangs, far above what a busy machine needs
  testTimeout: 240_000,
  projects: [
    servers('unit', { testRegex: '(?<!\\.(api|broker|fault|compose|cluster))\\.test\\.ts$' }),
    servers('api', {
      testRegex: '\\.api\\.test\\.ts$',
      globalSetup: '<rootDir>/test/run/postgres-setup.ts',
      globalTeardown: '<rootDir>/test/run/postgres-teardown.ts',
    }),
    servers('brokers', {
      testRegex: '\\.broker\\.test\\.ts$',
      globalSetup: '<rootDir>/test/run/postgres-setup.ts',
      globalTeardown: '<rootDir>/test/run/postgres-teardown.ts',
    }),
    servers('faults', {
      testRegex: '\\.fault\\.test\\.ts$',
      globalSetup: '<rootDir>/test/run/postgres-setup.ts',
      globalTeardown: '<rootDir>/test/run/postgres-teardown.ts',
    }),
    servers('compose', { testRegex: '\\.compose\\.test\\.ts$' }),
    servers('cluster', { testRegex: '\\.cluster\\.test\\.ts$' }),
    {
      displayName: 'web',
      roots: ['<rootDir>/web/src'],
      testEnvironment: '<rootDir>/test/run/jsdom-environment.cjs',
      testMatch: ['**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/web/test/setup.ts'],
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      transform: { '\\.[cm]?[jt]sx?$': swcOfPages },
      transformIgnorePatterns: [],
      moduleNameMapper: {
        '\\.module\\.css$': '<rootDir>/web/test/css-module.cjs',
        '\\.(css|svg|png|woff2?)$': '<rootDir>/web/test/empty.cjs',
      },
    },
  ],
};
