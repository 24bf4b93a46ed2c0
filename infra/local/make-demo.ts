import { randomBytes } from 'node:crypto';
import { readLogo } from '@guidepost/files/images';
import type { Executor } from '@guidepost/postgres';
import { INSTANCE } from '@guidepost/staff';
import { importKnowledgeBase } from '../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { findGuideByReference } from '../../services/kb-service/src/content/find-guide.ts';
import type { Actor } from '../../services/kb-service/src/model/permissions.ts';
import { castVote, type Vote } from '../../services/kb-service/src/readers/votes.ts';
import { createKnowledgeBase, setProperties } from '../../services/kb-service/src/tenants/administration.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { setForum } from '../../services/kb-service/src/tenants/forum.ts';
import { setLogo } from '../../services/kb-service/src/tenants/logo.ts';
import { recordStaffEvent } from '../../services/kb-service/src/tenants/staff.ts';
import { type DemoKnowledgeBase, demoFolder, KNOWLEDGE_BASES } from './demo-content.ts';
import { addOwner, fillDatabase } from './fill-database.ts';

const DEMO: Actor = { name: 'Demo', role: 'owner', door: 'cli' };

await fillDatabase(process.env.KB_DATABASE_URL, async (transaction) => {
  for (const knowledgeBase of KNOWLEDGE_BASES) await make(transaction, knowledgeBase);
  const found = KNOWLEDGE_BASES.map(({ host }) => requireKnowledgeBase(transaction, host));
  const tenantIds = (await Promise.all(found)).map(({ id }) => id);
  await addOwner(transaction, [INSTANCE, ...tenantIds], recordStaffEvent);
});

async function make(database: Executor, knowledgeBase: DemoKnowledgeBase): Promise<void> {
  const { host, name, organization: organization_name, language, accentColor, logo, forum } = knowledgeBase;
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
  if (forum !== undefined) await setForum(database, DEMO, { host, slug: forum });
  await importKnowledgeBase(database, DEMO, {
    host,
    source,
    strict: true,
    signal: new AbortController().signal,
  });
  await castVotes(database, knowledgeBase);
}

async function castVotes(executor: Executor, { host, votes }: DemoKnowledgeBase): Promise<void> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  for (const [slug, { up, down }] of Object.entries(votes)) {
    const guide = await findGuideByReference(executor, { knowledgeBaseId, reference: slug });
    if (!guide) throw new Error(`The demo content has no guide ${slug} to vote on.`);
    const ballots: Vote[] = [...Array<Vote>(up).fill('up'), ...Array<Vote>(down).fill('down')];
    for (const vote of ballots) {
      const voter = { voter: randomBytes(32), address: randomBytes(32) };
      await castVote(executor, { knowledgeBaseId, guideId: guide.id, ...voter, vote });
    }
  }
}
