import { makeDemo } from '@guidepost/testing';
import type { TestService } from './test-service.ts';

export async function makeDemoForums({ url, database, settled }: TestService): Promise<void> {
  await makeDemo('infra/local/make-demo-forums.ts', { FORUM_DATABASE_URL: url });
  for (const { slug } of await database.any('select slug from forums')) await settled(slug);
}
