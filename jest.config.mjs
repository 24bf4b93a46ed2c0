import { findEmbeddingModel } from './infra/embeddings/find-model.ts';
import { findMeilisearch } from './packages/local-servers/src/meilisearch/find-meilisearch.ts';
import { findChromium } from './packages/testing/src/browser/find-chromium.ts';

// What some tests need and not every machine has; `npm test` says what was left out for want of it.
const LEFT_OUT = {
  '\\.browser\\.test\\.ts$': !findChromium(),
  '\\.embeddings\\.test\\.ts$': !findEmbeddingModel(),
  '\\.meilisearch\\.test\\.ts$': !process.env.MEILI_URL && !findMeilisearch(),
  '\\.meilisearch-program\\.test\\.ts$': !findMeilisearch(),
};

/** One suite over the whole workspace; `node --experimental-vm-modules` runs it as ES modules. */
export default {
  globalSetup: '<rootDir>/packages/local-servers/src/testing/global-setup.ts',
  globalTeardown: '<rootDir>/packages/local-servers/src/testing/global-teardown.ts',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/infra'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: Object.keys(LEFT_OUT).filter((pattern) => LEFT_OUT[pattern]),
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/'],
  testTimeout: 30_000,
  // One for each core of the smallest machine that CI has. Each keeps the modules of all files that it ran, so it is
  // replaced when they are too many.
  maxWorkers: 2,
  workerIdleMemoryLimit: '600MB',
};
