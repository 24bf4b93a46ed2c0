import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import { importKnowledgeBase } from '../../services/kb-service/src/archive/import/import-knowledge-base.ts';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { publishGuides } from '../../services/kb-service/src/guides/change-guides.ts';
import { choose } from './choose.ts';
import { change, type Ledger, type Promised, promise, replaceMark } from './ledger.ts';
import { newMark } from './marks.ts';
import { createProse } from './prose.ts';

export interface GuideWriterOptions {
  host: string;
  database: Database;
  ledger: Ledger;
  /** For the files that are imported. */
  folder: string;
}

interface OwnGuide {
  record: Promised;
  slug: string;
}

type Step = (guide: OwnGuide) => Promise<void>;

const { signal } = new AbortController();

/** Somebody who writes guides, writes them anew, takes them back and publishes them again, as the command line does. */
export function createGuideWriter({
  host,
  database,
  ledger,
  folder,
}: GuideWriterOptions): () => Promise<void> {
  const nextProse = createProse();
  const own: OwnGuide[] = [];
  const shown = ({ record }: OwnGuide) => record.visibility === 'shown';
  const gone = ({ record }: OwnGuide) => record.visibility === 'gone';

  async function importGuide(slug: string, mark: string): Promise<void> {
    const { title, text } = nextProse();
    const content_html = `<h2>${mark}</h2><p>${text.replaceAll(/[<>&]/g, ' ')}</p>`;
    const guide = { slug, title, content_html, categories: [], tags: [] };
    const file = join(await mkdtemp(join(folder, 'guide-')), 'guide.json');
    await writeFile(file, JSON.stringify({ categories: [], tags: [], guides: [guide] }));
    await importKnowledgeBase(database, { host, source: await openImportSource(file), signal });
  }

  async function write(): Promise<void> {
    const mark = newMark();
    await importGuide(mark, mark);
    const { id } = await database.one<{ id: number }>('select id from guides where slug = $1', [mark]);
    own.push({ record: promise(ledger, id, mark), slug: mark });
  }

  async function writeAnew({ record, slug }: OwnGuide): Promise<void> {
    const mark = newMark();
    await importGuide(slug, mark);
    const [former] = record.marks;
    replaceMark(record, former, mark);
  }

  const publish =
    (published: boolean): Step =>
    async ({ record, slug }) => {
      await publishGuides(database, { host, slugs: [slug], published });
      record.visibility = published ? 'shown' : 'gone';
    };
  const steps: [which: (guide: OwnGuide) => boolean, step: Step][] = [
    [shown, writeAnew],
    [shown, writeAnew],
    [shown, publish(false)],
    [gone, publish(true)],
  ];

  return async () => {
    const [which, step] = choose([...steps, undefined, undefined]) ?? [];
    const guide = which && choose(own.filter(which));
    if (guide && step) await change(guide.record, () => step(guide));
    else await write();
  };
}
