import { createPeople } from '@guidepost/access/staff';
import { AppError } from '@guidepost/service-kit';
import { requireKnowledgeBase } from '../../services/kb-service/src/knowledge-bases/find-knowledge-base.ts';
import { KNOWLEDGE_BASES } from './demo-content.ts';
import { DEMO_OWNER } from './demo-owner.ts';
import { fillDatabase } from './fill-database.ts';

// Prints a link that signs the owner of the demo in; nothing in a database without one.
const [demo] = KNOWLEDGE_BASES;
await fillDatabase(process.env.KB_DATABASE_URL, async (database) => {
  try {
    const { id: tenantId } = await requireKnowledgeBase(database, demo?.host ?? '');
    const people = createPeople({ database, deskUrl: process.env.DESK_URL ?? '' });
    const actor = { name: 'npm start', role: 'owner', door: 'cli' } as const;
    const { link } = await people.signInLink({ tenantId, actor, person: DEMO_OWNER });
    console.log(link.url);
  } catch (error) {
    const isWithoutDemo = error instanceof AppError && ['not-found', 'forbidden'].includes(error.kind);
    if (!isWithoutDemo) throw error;
  }
});
