import type { Environment } from '@guidepost/service-kit';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { writeNote } from '../writing/review/notes.ts';
import { OPERATOR, type TestContent, writeImage } from './content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from './example.ts';
import { startTestService, type TestService } from './test-service.ts';

/** An unpublished guide, its former slug, and an image that only it shows. */
export const HIDDEN_GUIDE = 35;
export const HIDDEN_SLUG = `draft-${CANARY}`;
export const FORMER_SLUG = `former-${CANARY}`;
export const HIDDEN_TOKEN = 'c'.repeat(22);

/** Knowledge bases whose published content is hidden, too. */
export const CLOSED: TestContent[] = [
  { knowledgeBase: KEYED, id: 61 },
  { knowledgeBase: DISABLED, id: 71 },
].map(({ knowledgeBase, id }) => ({
  ...knowledgeBase,
  name: `Help ${CANARY}`,
  categories: [{ id: id + 1, slug: `c-${CANARY}` }],
  tags: [{ id: id + 2, slug: `t-${CANARY}` }],
  guides: [{ id, slug: CANARY, title: CANARY, content: CANARY, categories: [id + 1], tags: [id + 2] }],
}));

/** Starts the service with indexed content and canaries in everything hidden. */
export async function startServiceWithHidden(environment: Environment = {}): Promise<TestService> {
  const service = await startTestService([EXAMPLE, ...CLOSED], environment);
  const { database } = service;
  await renameGuide(database, OPERATOR, { host: EXAMPLE.host, slug: HIDDEN_SLUG, newSlug: FORMER_SLUG });
  await renameGuide(database, OPERATOR, { host: EXAMPLE.host, slug: FORMER_SLUG, newSlug: HIDDEN_SLUG });
  const { id } = await database.one('select id from knowledge_bases where host = $1', [EXAMPLE.host]);
  await writeImage(database, id, { token: HIDDEN_TOKEN, guide: HIDDEN_GUIDE, content: 'canary' });
  for (const host of [EXAMPLE.host, KEYED.host, DISABLED.host])
    await issueAccessKey(database, OPERATOR, { host, name: `key ${CANARY}` });
  const note = { host: EXAMPLE.host, guideId: 31, text: `note ${CANARY}` };
  await writeNote(database, OPERATOR, note);
  await service.settled(EXAMPLE.host);
  await service.indexed();
  return service;
}
