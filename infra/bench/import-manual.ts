import { readdir } from 'node:fs/promises';
import { type CommandRun, runKnowledgeBaseCommand } from './measured-command.ts';

export interface ImportManualResult {
  pages: number;
  /** Guides of the knowledge base after the import. */
  guides: number;
  first: CommandRun;
  /** The same again: nothing has changed. */
  second: CommandRun;
}

/** Imports the manual into a new knowledge base, twice. */
export async function measureImport(
  databaseUrl: string,
  host: string,
  manual: string,
): Promise<ImportManualResult> {
  const pages = (await readdir(manual)).filter((name) => name.endsWith('.html')).length;
  await runKnowledgeBaseCommand(
    databaseUrl,
    'create',
    host,
    '--name',
    'PostgreSQL 15',
    '--organization',
    'PGDG',
  );
  const first = await runKnowledgeBaseCommand(databaseUrl, 'import', host, manual);
  const second = await runKnowledgeBaseCommand(databaseUrl, 'import', host, manual);
  const { created } = first.document.guides as { created: number };
  return { pages, guides: created, first, second };
}
