import type { TestDatabaseOptions } from '@guidepost/local-servers/testing';
import { makeDemo } from '@guidepost/testing';
import { migrateDatabase } from './test-service.ts';

/** The forums of `npm start`, made once in a run of tests. */
export const DEMO: TestDatabaseOptions = {
  template: 'demo-forums',
  async prepare(url) {
    await migrateDatabase(url);
    await makeDemo('infra/local/make-demo-forums.ts', { FORUM_DATABASE_URL: url });
  },
};
