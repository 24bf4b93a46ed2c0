import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import type { Executor } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPosterSecret } from '../../people/posters.ts';
import { contentHash } from '../../posts/posting.ts';
import { writeForum } from '../../testing/content.ts';
import { DIALOG, listWrongCounters } from '../../testing/posts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { raiseIds } from './ids.ts';
import { type ImportSummary, importForum } from './import-forum.ts';

const LINE = { topic: 'Q', title: 'Imported', text: 'Text', name: 'Anna', useremail: 'anna@example.com' };

describe('an import during posts', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    folder = await mkdtemp(join(tmpdir(), 'guidepost-archive-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await service.stop();
  });

  async function importLines(slug: string, lines: object[]): Promise<ImportSummary> {
    const { database } = service;
    const path = join(folder, `${slug}.ndjson`);
    await writeFile(path, lines.map((line) => `${JSON.stringify({ ...LINE, ...line })}\n`).join(''));
    const secret = createPosterSecret(database, undefined);
    const { signal } = new AbortController();
    return importForum(database, { slug, path, secret, publicUrl: 'https://forum.example', signal });
  }

  it('loses no post, assigns no id twice, and keeps every counter right', async () => {
    await writeForum(service.database, { slug: 'busy' });
    const lines = Array.from({ length: 2_000 }, (_, index) => ({
      title: `Imported ${index}`,
      ...(index % 2 === 0 && { id: 1_000 + index }),
      tags: [`tag ${index % 7}`],
      comments: [{ name: 'Bo', text: 'Well.', useremail: `${index % 50}@example.com` }],
    }));
    const importing = importLines('busy', lines);
    const posts = Array.from({ length: 40 }, (_, index) =>
      service.request.post('/api/busy').send({ ...DIALOG, title: `Posted ${index}` }),
    );
    for (const { status } of await Promise.all(posts)) expect(status).toBe(201);
    expect(await importing).toMatchObject({ dialogs: 2_000, comments: 2_000, refused: 0, duplicates: 0 });
    expect(await service.database.one('select count(*) as count from dialogs')).toEqual({ count: 2_040 });
    expect(await listWrongCounters(service.database)).toEqual([]);
  });

  it.each([1, 50, 9_000, 20_000])(
    'raises the ids by %d in one step, so that concurrent posts take none in between and none twice',
    async (count) => {
      const { database } = service;
      const taken: number[] = [];
      const takeOne = async () => {
        const { id } = await database.one<{ id: number }>("select nextval('dialog_ids') as id");
        taken.push(id);
        return id;
      };
      for (let time = 1; time <= 10; time += 1) {
        let raised = false;
        const takeUntilRaised = async () => {
          while (!raised) await takeOne();
        };
        taken.length = 0;
        const first = await takeOne();
        const posting = [takeUntilRaised(), takeUntilRaised(), takeUntilRaised()];
        await raiseIds(database, { dialog: first + count, comment: 0 });
        raised = true;
        await Promise.all(posting);
        expect(await takeOne()).toBeGreaterThan(first + count);
        const low = taken.toSorted((a, b) => a - b).filter((id) => id <= first + count);
        expect(low).toEqual(low.map((_, index) => first + index));
        expect(new Set(taken).size).toBe(taken.length);
      }
    },
  );

  /** Resolves when another transaction waits for this one. */
  async function untilSomebodyWaitsFor(transaction: Executor): Promise<void> {
    const { pid } = await transaction.one<{ pid: number }>('select pg_backend_pid() as pid');
    const waiting = () =>
      service.database.any('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid]);
    await until('another transaction waits for this one', async () => (await waiting()).length > 0);
  }

  it('waits for an uncommitted post with the same content, and stores its own as well', async () => {
    const id = await writeForum(service.database, { slug: 'same' });
    let importing: Promise<ImportSummary> | undefined;
    await service.database.tx(async (transaction) => {
      await transaction.none(
        `with poster as (insert into posters (forum_id, identity) values ($1, sha256('a')) returning id)
         insert into dialogs (forum_id, topic, title, text, text_html, renderer, poster_id, author_name, content_hash)
         select $1, 'Q', $2, $3, '', 1, id, 'A', $4 from poster`,
        [id, LINE.title, LINE.text, contentHash(LINE.title, LINE.text)],
      );
      importing = importLines('same', [{}]);
      await untilSomebodyWaitsFor(transaction);
    });
    expect(await importing).toMatchObject({ dialogs: 1, duplicates: 1, refused: 0 });
    expect(
      await service.database.one('select count(*) as count from dialogs where forum_id = $1', [id]),
    ).toEqual({
      count: 2,
    });
  });
});
