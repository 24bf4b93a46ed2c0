import type { Database } from '@guidepost/postgres';
import { createKnowledgeBase } from '../../services/kb-service/src/knowledge-bases/administration.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/knowledge-bases/find-knowledge-base.ts';
import type { Addresses, ExaminedService } from './examined-service.ts';
import { createGuideWriter } from './guide-writer.ts';
import { createLedger } from './ledger.ts';

const HOST = 'faults.example.com';
const LANGUAGE = 'en';

/** A knowledge base of its own in a kb-service. */
export async function examineKnowledgeBase(
  database: Database,
  { origin, metrics, folder }: Addresses & { folder: string },
): Promise<ExaminedService> {
  const named = { name: 'Faults', organization_name: 'Faults', language: LANGUAGE };
  await createKnowledgeBase(database, HOST, { ...named, access: 'public' });
  const { id } = await requireKnowledgeBase(database, HOST);
  const ledger = createLedger();
  return {
    name: 'kb',
    database,
    tenant: { id, language: LANGUAGE },
    ledger,
    metrics,
    createWriter: () => createGuideWriter({ host: HOST, database, ledger, folder }),
    searchAddress: (words) =>
      `${origin}/knowledge/v1/${HOST}/guides?${new URLSearchParams({ q: words, 'fields[guide]': 'title' })}`,
    readIds: (body) => (body as { data: { id: string }[] }).data.map(({ id: guide }) => Number(guide)),
  };
}
