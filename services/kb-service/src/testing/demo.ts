import { fileURLToPath } from 'node:url';
import { importKnowledgeBase } from '../import/import-knowledge-base.ts';
import { openImportSource } from '../import/open-import-source.ts';
import { createKnowledgeBase } from '../knowledge-bases/administration.ts';
import type { TestService } from './test-service.ts';

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url));

const KNOWLEDGE_BASES = [
  { host: 'help.example.com', name: 'Guidepost Help', organization_name: 'Guidepost', language: 'en' },
  { host: 'hjalp.example.com', name: 'Norrhjul Hjälp', organization_name: 'Norrhjul', language: 'sv' },
];

/** Brings what `npm start` shows into a service that runs. */
export async function importDemo({ database, settled }: TestService): Promise<void> {
  const { signal } = new AbortController();
  for (const { host, ...properties } of KNOWLEDGE_BASES) {
    await createKnowledgeBase(database, host, { ...properties, access: 'public' });
    await importKnowledgeBase(database, { host, source: await openImportSource(DEMO + host), signal });
    await settled(host);
  }
}
