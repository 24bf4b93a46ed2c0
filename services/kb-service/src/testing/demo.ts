import { makeDemo } from '@guidepost/testing';
import type { TestService } from './test-service.ts';

/** Creates the knowledge bases of `npm start`. */
export async function createDemoKnowledgeBases({ url, database, settled }: TestService): Promise<void> {
  await makeDemo('infra/local/make-demo.ts', { KB_DATABASE_URL: url });
  for (const { host } of await database.any('select host from knowledge_bases')) await settled(host);
}
