import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importKnowledgeBase } from '../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { createKnowledgeBase } from '../../services/kb-service/src/tenants/administration.ts';
import { requireKnowledgeBase } from '../../services/kb-service/src/tenants/find-knowledge-base.ts';
import { OPERATOR } from '../../services/kb-service/src/testing/operator.ts';
import { setPublication } from '../../services/kb-service/src/testing/publication.ts';
import { newMark, nextProse, type Started, type Subject } from './examined-service.ts';
import { type Promised, promise } from './ledger.ts';

const host = 'faults.example.com';
const { signal } = new AbortController();

export async function examineKnowledgeBase({ database, origin, folder, ledger }: Started): Promise<Subject> {
  const named = { name: 'Faults', organization_name: 'Faults', language: 'en' };
  await createKnowledgeBase(database, OPERATOR, { host, ...named, access: 'public' });
  const { id } = await requireKnowledgeBase(database, host);
  // A guide's slug is its first mark.
  const slugOf = ({ marks }: Promised) => String(marks.keys().next().value);
  const publish = (published: boolean) => (record: Promised) =>
    setPublication(database, { host, slugs: [slugOf(record)], published });

  async function importGuide(slug: string, mark: string): Promise<void> {
    const { title, text } = nextProse();
    const content_html = `<h2>${mark}</h2><p>${text.replaceAll(/[<>&]/g, ' ')}</p>`;
    const guide = { slug, title, content_html, categories: [], tags: [] };
    const file = join(await mkdtemp(join(folder, 'guide-')), 'guide.json');
    await writeFile(file, JSON.stringify({ categories: [], tags: [], guides: [guide] }));
    await importKnowledgeBase(database, OPERATOR, { host, source: await openImportSource(file), signal });
  }

  async function create(): Promise<void> {
    const mark = newMark();
    await importGuide(mark, mark);
    const guide = await database.one<{ id: number }>('select id from guides where slug = $1', [mark]);
    promise(ledger, guide.id, mark);
  }

  async function rewrite(record: Promised): Promise<void> {
    const mark = newMark();
    await importGuide(slugOf(record), mark);
    for (const former of record.marks.keys()) record.marks.set(former, false);
    record.marks.set(mark, true);
  }

  return {
    tenant: { id, language: 'en' },
    create,
    changes: [
      { of: 'shown', make: rewrite },
      { of: 'shown', make: rewrite },
      { of: 'shown', becomes: 'gone', make: publish(false) },
      { of: 'gone', becomes: 'shown', make: publish(true) },
    ],
    searchAddress: (words) =>
      `${origin}/knowledge/v1/${host}/guides?${new URLSearchParams({ q: words, 'fields[guide]': 'title' })}`,
    readIds: (body) => (body as { data: { id: string }[] }).data.map((guide) => Number(guide.id)),
  };
}
