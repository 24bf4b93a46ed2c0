import { join } from 'node:path';
import { listSearchedGuides } from '../../../services/kb-service/src/guides/guide-list.ts';
import type { BenchPlace } from '../bench-place.ts';
import { withDatabase } from '../forum/content.ts';
import { writeManyGuides } from '../generate-guides.ts';
import { runKnowledgeBaseCommand } from '../measured-command.ts';
import { PAGE, type SearchedService } from './searched-service.ts';

const HOST = 'searched.example.com';
const GUIDES = 10_000;

/** More than a page of them has. */
const MOST_BYTES = 1_000_000;

/** Imports guides of 5 kB into a knowledge base. */
export async function fillSearchedKnowledgeBase({
  databaseUrl,
  directory,
  divisor,
}: BenchPlace): Promise<SearchedService> {
  const guides = GUIDES / divisor;
  const source = join(directory, 'searched');
  await writeManyGuides(source, guides);
  await runKnowledgeBaseCommand(databaseUrl, 'create', HOST, '--name', 'Searched', '--organization', 'Bench');
  await runKnowledgeBaseCommand(databaseUrl, 'import', HOST, source);
  return searchedKnowledgeBase(databaseUrl, guides);
}

async function searchedKnowledgeBase(databaseUrl: string, guides: number): Promise<SearchedService> {
  const knowledgeBaseId = await withDatabase(databaseUrl, async (database) => {
    const { id } = await database.one<{ id: number }>('select id from knowledge_bases where host = $1', [
      HOST,
    ]);
    return id;
  });
  const page = {
    knowledgeBaseId,
    page: { number: 1, size: PAGE, offset: 0 },
    order: undefined,
    attributes: new Set(['content_html']),
    mostBytes: MOST_BYTES,
  };
  return {
    name: 'kb-service',
    noun: 'guides',
    documents: guides,
    databaseUrl,
    searchPath: (query) => `/knowledge/v1/${HOST}/guides?q=${encodeURIComponent(query)}&page[size]=${PAGE}`,
    headers: { Accept: 'application/vnd.api+json' },
    readPage: (database, ids) => listSearchedGuides(database, page, ids),
  };
}
