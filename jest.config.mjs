import { findEmbeddingModel } from './infra/embeddings/find-model.ts';
import {
  findChromium,
  findMeilisearch,
  findPgBouncer,
  findVersitygw,
} from './packages/local-servers/src/programs/find-programs.ts';

// Programs that some tests need and not every machine has; `npm test` says what was left out for want of it.
const LEFT_OUT = {
  '\\.browser\\.test\\.ts$': !findChromium(),
  '\\.embeddings\\.test\\.ts$': !findEmbeddingModel(),
  '\\.meilisearch\\.test\\.ts$': !process.env.MEILI_URL && !findMeilisearch(),
  '\\.meilisearch-program\\.test\\.ts$': !findMeilisearch(),
  '\\.s3\\.test\\.ts$': !process.env.S3_TEST_URL && !findVersitygw(),
  '\\.pgbouncer\\.test\\.ts$': !findPgBouncer(),
};

/** One suite over the whole workspace; run by `node --conditions=source`. */
export default {
  globalSetup: '<rootDir>/packages/local-servers/src/testing/global-setup.ts',
  globalTeardown: '<rootDir>/packages/local-servers/src/testing/global-teardown.ts',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/infra'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: Object.keys(LEFT_OUT).filter((pattern) => LEFT_OUT[pattern]),
  // Node.js loads and strips the types of everything itself, once in each worker.
  testRunner: '<rootDir>/infra/jest/run-test-file.ts',
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
  // For a machine that has much else to do; `until` of the tests ends earlier and says what it waited for.
  testTimeout: 60_000,
  // Twice as many as the smallest machine of CI has cores: with one more alone, these were idle for a quarter of the
  // time, since workers also wait for the database, browsers and programs. Each is replaced when its files have left
  // too much in memory.
  maxWorkers: 4,
  workerIdleMemoryLimit: '1200MB',
  // A worker that is done holds nothing open, but the system takes 150 ms to free its memory, a second on a busy
  // machine. One that really does not end is still reported.
  workerGracefulExitTimeout: 15_000,
};
