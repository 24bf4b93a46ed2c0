import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { loadDialogDocuments } from './dialog-feed.ts';

describe('search documents of dialogs', () => {
  let service: TestService;
  let forum: number;

  beforeAll(async () => {
    service = await startTestService();
    forum = await writeForum(service.database, { slug: 'help', language: 'de' });
    await writeDialogs(service.database, forum, [
      { id: 1, title: 'Title', text: 'See\nhttps://a.example/b.png', tags: ['Straße', 'B'] },
      { id: 2, title: 'Archived', archived: true },
      { id: 3, title: 'Long' },
      { id: 4, title: 'Busy' },
    ]);
    await writeComments(service.database, forum, [
      { id: 1, dialog_id: 1, text: 'older', pub_date: '2026-01-01T00:00:00Z' },
      { id: 2, dialog_id: 1, text: 'newer', pub_date: '2026-01-02T00:00:00Z' },
      { id: 3, dialog_id: 1, text: 'held', held: true },
      ...Array.from({ length: 20 }, (_, index) => ({
        id: 10 + index,
        dialog_id: 3,
        text: `${10 + index}${'ö'.repeat(9_999)}`,
        pub_date: `2026-01-01T00:00:${10 + index}Z`,
      })),
    ]);
    await service.database.none(
      `insert into comments (forum_id, id, dialog_id, text, text_html, renderer, poster_id, author_name, pub_date)
       select $1, 1000 + n, 4, n::text, '', 1, 1, 'Anna', now() + n * interval '1 second' from generate_series(1, 10100) n`,
      [forum],
    );
  });

  afterAll(() => service.stop());

  const load = (ids: number[]) => loadDialogDocuments(service.database, forum, ids);
  const commentsOf = async (id: number) => (await load([id])).documents[0]?.fields[2]?.split('\n') ?? [];

  it('have title, source text and comments, newest first, and filters', async () => {
    expect(await load([1])).toEqual({
      tenant: { id: forum, language: 'de' },
      documents: [
        {
          id: 1,
          fields: ['Title', 'See\nhttps://a.example/b.png', 'newer\nolder'],
          facets: { tag: ['b', 'strasse'] },
          hidden: false,
        },
      ],
    });
  });

  it('are hidden for an archived dialog', async () => {
    expect((await load([2])).documents).toMatchObject([{ id: 2, hidden: true }]);
  });

  it('contain the newest 300 kB of comments', async () => {
    const comments = await commentsOf(3);
    expect(comments.map((comment) => comment.slice(0, 2))).toEqual(
      Array.from({ length: 15 }, (_, index) => String(29 - index)),
    );
  });

  it('contain the newest 10,000 comments, however short', async () => {
    const numbers = await commentsOf(4);
    expect([numbers.length, numbers[0]]).toEqual([10_000, '10100']);
  });

  it('are empty for missing dialogs and deleted forums', async () => {
    expect((await load([404])).documents).toEqual([]);
    expect(await loadDialogDocuments(service.database, 404, [1])).toEqual({
      tenant: { id: 404, language: '' },
      documents: [],
    });
  });
});
