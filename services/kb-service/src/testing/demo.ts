import type { TestDatabaseOptions } from '@guidepost/local-servers/testing';
import { makeDemo } from '@guidepost/testing';
import { migrateDatabase } from './test-service.ts';

/** The knowledge bases of `npm start`, made once in a run of tests. */
export const DEMO: TestDatabaseOptions = {
  template: 'demo',
  async prepare(url) {
    await migrateDatabase(url);
    await makeDemo('infra/local/make-demo.ts', { KB_DATABASE_URL: url });
  },
};
