import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  const help = await writeForum(database, { slug: 'help' });
  await writeDialogs(database, help, [
    { id: 1, title: 'Which <batteries>?', text: 'One battery\nor two', state: 'answered', num_votes: 3 },
    { id: 2, title: 'Winter', topic: 'P' },
    { id: 3, title: 'Battery of the archive', archived: true },
    ...Array.from({ length: 21 }, (_, n) => ({ id: 100 + n, title: `Many ${n}` })),
  ]);
  await writeComments(database, help, [
    { id: 20, dialog_id: 2, text: 'Which batteries?', pub_date: '2026-01-04', held: true },
    { id: 21, dialog_id: 2, text: 'Take the battery\ninside.', pub_date: '2026-01-02' },
    { id: 22, dialog_id: 2, text: 'Thanks!', pub_date: '2026-01-03' },
  ]);
  await service.indexed();
});

afterAll(() => service.stop());

const search = async (query: string, status = 200): Promise<ReadPage> =>
  readPage((await service.get(`/forum/help/search?q=${query}`).expect(status)).text);

describe('a search', () => {
  it('finds and highlights titles, texts and comments', async () => {
    const page = await search('battery');
    expect(page.texts('h1')).toEqual(['Results for “battery”']);
    expect(page.texts('li', 'result')).toEqual([
      'Which <batteries>? Question · answered · 1 January 2026 · 0 comments · 3 votes One battery or two',
      'Winter Problem · 1 January 2026 · 2 comments In a comment: Take the battery inside.',
    ]);
    expect(page.texts('mark')).toEqual(['batteries', 'battery', 'battery']);
    expect([page.links('results'), page.meta('robots')]).toEqual([
      ['/forum/help/1', '/forum/help/2'],
      'noindex',
    ]);
  });

  it('corrects an unknown word, and says so', async () => {
    const [line] = (await search('batery')).texts('p', 'corrected');
    expect(line).toMatch(/^Showing results for “batter.+” instead\.$/);
  });

  it('is suggested while it is typed, with passages of comments', async () => {
    const { body } = await service.get('/forum/help/search/suggestions?q=which%20battery').expect(200);
    expect(body.suggestions.map(({ path }: { path: string }) => path)).toEqual([
      '/forum/help/1',
      '/forum/help/2',
    ]);
    expect(body.suggestions[1].excerpt.parts).toEqual([
      { text: 'Take the ', marked: false },
      { text: 'battery', marked: true },
      { text: ' inside.', marked: false },
    ]);
  });

  it('has pages', async () => {
    const page = await search('many');
    expect([page.all('li', 'result').length, page.linked('next')]).toEqual([
      20,
      '/forum/help/search?q=many&page=2',
    ]);
    expect((await search('many&page=2')).linked('prev')).toBe('/forum/help/search?q=many');
    await search('many&page=3', 404);
  });

  it('suggests the newest dialogs without results', async () => {
    const page = await search('zeppelin');
    expect(page.texts('h1')).toEqual(['No results for “zeppelin”.']);
    expect(page.links('titles')).toHaveLength(5);
  });

  it.each(['', '%20'])('asks for a query if it is missing: "%s"', async (query) => {
    const page = await search(query);
    expect(page.texts('h1')).toEqual(['Search']);
    expect('autofocus' in (page.all('input')[0]?.attribs ?? {})).toBe(true);
  });

  it('S3 excludes archived dialogs', async () => {
    expect((await search('archive')).links('results')).toEqual([]);
  });

  it.each(['%00', '%ED%A0%80', 'a'.repeat(501)])('S28 is not a server error: %s', async (query) => {
    const { status } = await service.get(`/forum/help/search?q=${query}`);
    expect([200, 400]).toContain(status);
  });
});
