import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { RENDERER } from './render-text.ts';
import { createRenderWorker, rerenderTexts } from './rerender-texts.ts';

describe('texts of an older renderer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const slug of ['help', 'ideas']) {
      const forumId = await writeForum(service.database, { slug });
      const dialogs = Array.from({ length: 130 }, (_, index) => ({ id: index + 1, text: `<${index}>` }));
      await writeDialogs(service.database, forumId, dialogs);
      await service.database.none(
        `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, poster_id, author_name)
         select $1, n, 1, 'a' || chr(10) || n, '', 0, 1, 'Anna' from generate_series(1, 10) n`,
        [forumId],
      );
    }
  });

  beforeEach(() =>
    service.database.none(
      `update dialogs set text_html = 'old', renderer = $1; update comments set text_html = 'old', renderer = $1`,
      [RENDERER - 1],
    ),
  );

  afterAll(() => service.stop());

  const rendering = () => ({ database: service.database, publicUrl: 'https://forum.example' });

  const outdated = async () =>
    (
      await service.database.one(
        `select (select count(*) from dialogs where renderer < $1 or text_html = 'old')
         + (select count(*) from comments where renderer < $1 or text_html = 'old') as count`,
        [RENDERER],
      )
    ).count;
  const revisions = () => service.database.any('select revision from forums order by id');

  it('are rendered again in batches, in all forums', async () => {
    let chunks = 0;
    while (await rerenderTexts(rendering())) chunks += 1;
    expect([chunks, await outdated()]).toEqual([4, 0]);
    const { body } = await service.get('/api/dialog/help/5.json').expect(200);
    expect(body.text).toBe('<p>&lt;4&gt;</p>');
    const comment = await service.database.one('select text_html from comments where id = 2 limit 1');
    expect(comment.text_html).toBe('<p>a<br>2</p>');
  });

  it('are rendered by several instances at once', async () => {
    const instance = async () => {
      while (await rerenderTexts(rendering())) {
        // until nothing is left
      }
    };
    await Promise.all([instance(), instance(), instance()]);
    expect(await outdated()).toBe(0);
  });

  it('raise the revision, only if there are any', async () => {
    const before = await revisions();
    while (await rerenderTexts(rendering())) {
      // all of them
    }
    const after = await revisions();
    expect(after[0].revision).toBeGreaterThan(before[0].revision);
    expect(after[1].revision).toBeGreaterThan(before[1].revision);
    expect(await rerenderTexts(rendering())).toBe(0);
    expect(await revisions()).toEqual(after);
  });

  it('are skipped while another transaction writes them', async () => {
    await service.database.tx(async (transaction) => {
      await transaction.any('select id from dialogs where id = 1 for update');
      while (await rerenderTexts(rendering())) {
        // the others
      }
      expect(await outdated()).toBe(2);
    });
  });

  it('are looked for while the service runs', async () => {
    const worker = createRenderWorker(rendering(), service.context.logger);
    worker.start();
    await until('no text is outdated', async () => (await outdated()) === 0);
    await worker.stop();
    expect(await outdated()).toBe(0);
  });

  it('are found on an index', async () => {
    const plan = await service.database.tx(async (transaction) => {
      await transaction.none('set local enable_seqscan = off');
      return transaction.any('explain select id from dialogs where renderer < 1 order by renderer limit 100');
    });
    expect(JSON.stringify(plan)).toMatch(/Index Scan (using|on) dialogs_by_renderer/);
  });
});
