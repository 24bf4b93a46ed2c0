import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { createPeople } from '@guidepost/staff';
import { requireForum } from '../../services/forum-service/src/tenants/find-forum.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { KNOWLEDGE_BASES } from './demo-content.ts';
import { readDemoForums } from './demo-forums.ts';
import { DEMO_OWNER, fillDatabase } from './fill-database.ts';

const { KB_DATABASE_URL, FORUM_DATABASE_URL, DESK_URL = '' } = process.env;
const isForum = process.argv[2] === 'forum';

// Prints a link that signs the owner of the demo in, to the service that is named; nothing without a demo.
await fillDatabase(isForum ? FORUM_DATABASE_URL : KB_DATABASE_URL, async (database) => {
  try {
    const tenantId = await (isForum ? accountOf(database) : knowledgeBaseOf(database));
    const people = createPeople({ database, deskUrl: DESK_URL });
    const actor = { name: 'npm start', role: 'owner', door: 'cli' } as const;
    const { link } = await people.signInLink({ tenantId, actor, person: DEMO_OWNER });
    console.log(link.url);
  } catch (error) {
    const isWithoutDemo = error instanceof AppError && ['not-found', 'forbidden'].includes(error.kind);
    if (!isWithoutDemo) throw error;
  }
});

async function knowledgeBaseOf(database: Executor): Promise<number> {
  const [demo] = KNOWLEDGE_BASES;
  return (await requireKnowledgeBase(database, demo?.host ?? '')).id;
}

async function accountOf(database: Executor): Promise<number> {
  const [demo] = (await readDemoForums()).forums;
  return (await requireForum(database, demo?.slug ?? '')).account_id;
}
