import { createPeople } from '@guidepost/access/staff';
import { readLogo } from '@guidepost/images';
import type { Executor } from '@guidepost/postgres';
import { importKnowledgeBase } from '../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import type { Actor } from '../../services/kb-service/src/model/actor.ts';
import { createKnowledgeBase, setProperties } from '../../services/kb-service/src/tenants/administration.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { setLogo } from '../../services/kb-service/src/tenants/logo.ts';
import { recordStaffEvent } from '../../services/kb-service/src/tenants/record-staff-event.ts';
import { castDemoVotes } from './cast-demo-votes.ts';
import { type DemoKnowledgeBase, demoFolder, KNOWLEDGE_BASES } from './demo-content.ts';
import { DEMO_OWNER } from './demo-owner.ts';
import { fillDatabase } from './fill-database.ts';

const DEMO: Actor = { name: 'Demo', role: 'owner', door: 'cli' };

await fillDatabase(process.env.KB_DATABASE_URL, async (transaction) => {
  for (const knowledgeBase of KNOWLEDGE_BASES) await make(transaction, knowledgeBase);
  await inviteOwner(transaction);
});

async function make(database: Executor, knowledgeBase: DemoKnowledgeBase): Promise<void> {
  const { host, name, organization: organization_name, language, accentColor, logo } = knowledgeBase;
  const folder = demoFolder(host);
  const source = await openImportSource(folder);
  await createKnowledgeBase(database, DEMO, {
    host,
    name,
    organization_name,
    language,
    access: 'public',
  });
  await setProperties(database, DEMO, { host, accent_color: accentColor });
  await setLogo(database, DEMO, { host, logo: await readLogo(`${folder}/${logo}`) });
  await importKnowledgeBase(database, DEMO, {
    host,
    source,
    strict: true,
    signal: new AbortController().signal,
  });
  await castDemoVotes(database, knowledgeBase);
}

/** Of the first one, so that the desk opens there. */
async function inviteOwner(database: Executor): Promise<void> {
  const [demo] = KNOWLEDGE_BASES;
  if (!demo) return;
  const { id: tenantId } = await requireKnowledgeBase(database, demo.host);
  const people = createPeople({ database, deskUrl: 'http://localhost', record: recordStaffEvent });
  await people.invite({ tenantId, actor: DEMO, email: DEMO_OWNER, role: 'owner' });
}
