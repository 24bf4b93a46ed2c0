import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import { countRowsRead, planOf, untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '../../model/topics.ts';
import { createPosterSecret } from '../../people/posters.ts';
import { writeForum } from '../../testing/content.ts';
import { fillForum } from '../../testing/large-forum.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { importForum } from './import-forum.ts';

const FEW = 300;
const MANY = 1_200;

const MAX_GROWTH = 6;

/** Default page size. */
const PAGE = 50;

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'guidepost-archive-'));
  const other = await writeForum(service.database, { slug: 'other' });
  await fillForum(service.database, other, { dialogs: 2_000, comments: 1_000 });
  await service.database.none('analyze');
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.stop();
});

async function writeArchive(slug: string, dialogs: number): Promise<string> {
  const lines = Array.from({ length: dialogs }, (_, number) => ({
    topic: 'Q',
    title: `Question ${number}`,
    text: 'How?',
    name: `Anna ${number}`,
    tags: [`tag ${number % 50}`, `tag ${number % 7}`],
    comments: [{ text: 'So.', name: `Bo ${number % 100}` }],
    votes: [{ name: 'Cia', useremail: `cia-${number}@example.com` }],
  }));
  const path = join(folder, `${slug}.ndjson`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

async function importInto(database: Database, slug: string, path: string): Promise<void> {
  const secret = createPosterSecret(database, undefined);
  const { signal } = new AbortController();
  const { dialogs } = await importForum(database, {
    slug,
    path,
    secret,
    signal,
    publicUrl: 'https://forum.example',
  });
  expect(dialogs).toBeGreaterThan(0);
}

async function measure(slug: string, dialogs: number): Promise<number> {
  await writeForum(service.database, { slug });
  const path = await writeArchive(slug, dialogs);
  return countRowsRead(service.url, (database) => importInto(database, slug, path));
}

async function expectIndexed(slug: string): Promise<void> {
  for (const path of [`/api/${slug}.json`, `/api/${slug}/q.json?sort=title`, `/api/popular/${slug}.json`]) {
    service.takeStatements();
    await service.get(path).expect(200);
    const [list] = service.takeBoundStatements().filter(({ text }) => / limit |_dialogs\(/.test(text));
    if (!list) throw new Error('no list statement');
    const { mostRead, mostSorted } = await planOf(service.database, list);
    expect(mostSorted).toBeLessThanOrEqual(PAGE);
    // Merging reads one more of each topic.
    expect(mostRead).toBeLessThanOrEqual(PAGE + TOPICS.length);
  }
}

describe('with statistics of another forum only', () => {
  it('an import reads in proportion to the dialogs, and its lists are then read from an index', async () => {
    const few = await measure('few', FEW);
    expect((await measure('many', MANY)) / few).toBeLessThan(MAX_GROWTH);
    await expectIndexed('many');
  }, 60_000);

  it('so are its lists if autovacuum analyzed the same table meanwhile', async () => {
    const imported = await service.database.tx(async (transaction) => {
      await transaction.none('lock table dialogs in share update exclusive mode');
      const importing = measure('meanwhile', MANY);
      await untilBlocked(service.database);
      return { importing };
    });
    await imported.importing;
    await expectIndexed('meanwhile');
  });

  it.each(['posters', 'dialogs', 'comments', 'votes', 'tags', 'dialog_tags'])(
    'PostgreSQL analyzes %s after one percent has changed',
    async (table) => {
      const { options } = await service.database.one(
        'select reloptions as options from pg_class where oid = $1::regclass',
        [table],
      );
      expect(options).toContain('autovacuum_analyze_scale_factor=0.01');
    },
  );
});
