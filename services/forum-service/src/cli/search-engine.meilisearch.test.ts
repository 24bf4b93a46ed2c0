import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { createAnalyzer, createMeilisearch } from '@guidepost/search';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandFixture, startCommandFixture } from '../testing/command-fixture.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';

const EMAIL = 'anna.berg@example.com';

let fixture: CommandFixture;
let forumId: number;

beforeAll(async () => {
  fixture = await startCommandFixture(meilisearchForTests());
  forumId = await writeForum(fixture.database, { slug: 'example' });
  await writeDialogs(fixture.database, forumId, [
    { id: 101, title: 'Roses', text: `Write to ${EMAIL}, please.` },
    { id: 102, title: 'Violets' },
  ]);
});
afterAll(async () => {
  await engine()
    .index(await indexName())
    .drop();
  await fixture.stop();
});

const engine = () => createMeilisearch(meilisearchForTests());
const indexName = async () => (await fixture.database.one('select name from search_indexes')).name;
const find = async (text: string) => {
  const words = createAnalyzer('en')
    .query(text)
    .words.map(({ stem }) => ({ stems: [stem], forms: [] }));
  const request = { tenant: { id: forumId, language: 'en' }, words, limit: 10 };
  return (
    await engine()
      .index(await indexName())
      .candidates(request)
  ).ids;
};

describe('with a search engine', () => {
  it('forum reindex fills its index, too', async () => {
    expect(await fixture.answerOf('reindex', 'example')).toEqual({
      dialogs: 2,
      set_aside: [],
      engine: { name: 'meilisearch', changes: 2, set_aside: [] },
    });
    expect(await find('violets')).toEqual([102]);
  });

  it('forum reindex of all forums resets its index', async () => {
    const before = await indexName();
    const { stdout } = await fixture.forum('reindex');
    expect(stdout).toBe('Indexed 2 dialogs.\nSent 2 changes to meilisearch.\n');
    expect(await indexName()).not.toBe(before);
    expect(await find('violets')).toEqual([102]);
  });

  it('forum search status shows the index, and that the engine is there', async () => {
    const name = await indexName();
    const index = { name, ready: true, waiting: 0, oldest: null, set_aside: 0, unused: expect.any(Number) };
    expect(await fixture.answerOf('search', 'status')).toMatchObject({
      indexes: [index],
      engine: { name: 'meilisearch', answers: true, reason: null },
    });
    const { stdout } = await fixture.forum('search', 'status');
    expect(stdout).toContain(`${name}  ready  0        0\n\nmeilisearch answers.\n`);
  });

  it('forum search status says what it does not take, and why', async () => {
    await fixture.database.none(
      `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at, set_aside)
       select id, $1, 102, 0, now(), 'too strange' from search_indexes`,
      [forumId],
    );
    const { stdout } = await fixture.forum('search', 'status');
    expect(stdout).toContain(`\nexample 102 (${await indexName()}): too strange\n`);
    await fixture.forum('reindex', 'example');
    expect((await fixture.forum('search', 'status')).stdout).not.toContain('too strange');
  });

  it('forum erase ends when it finds nothing of the person any more', async () => {
    expect(await find(EMAIL)).toEqual([101]);
    expect(await fixture.forum('erase', EMAIL, '--yes')).toMatchObject({ code: 0 });
    expect(await find(EMAIL)).toEqual([]);
    expect(await find('roses')).toEqual([101]);
  });

  it('forum erase says what it erased also when it is away, and that it has yet to hear of it', async () => {
    await writeDialogs(fixture.database, forumId, [{ id: 103, title: 'Tulips', text: `Ask ${EMAIL}.` }]);
    const { MEILI_URL } = process.env;
    process.env.MEILI_URL = 'http://127.0.0.1:1';
    const erased = await fixture.forum('erase', EMAIL, '--yes');
    process.env.MEILI_URL = MEILI_URL;
    expect(erased).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(EMAIL),
      stderr: expect.stringMatching(
        /^meilisearch is not available; its changes wait for a running service: /m,
      ),
    });
  });

  it('commands say so when it is away, and leave what it should hear to the service', async () => {
    const { MEILI_URL } = process.env;
    process.env.MEILI_URL = 'http://127.0.0.1:1';
    const status = await fixture.forum('search', 'status');
    const reindex = await fixture.forum('reindex', 'example');
    process.env.MEILI_URL = MEILI_URL;
    expect(status).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^meilisearch does not answer: /m),
    });
    expect(reindex).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^meilisearch is not available; its changes wait for a running service: [^\n]+\n$/,
      ),
    });
    expect((await fixture.forum('search', 'status')).stdout).toMatch(/ready {2}3, for \d s {2}0$/m);
  });
});
