import { examineLooks } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedForum, startBrowsedForum } from '../testing/browsed-forum.ts';
import { writeForum } from '../testing/content.ts';
import { DEMO, type TestService } from '../testing/test-service.ts';

const [ENGLISH, SWEDISH, EMPTY] = ['/forum/demo', '/forum/demo-sv', '/forum/empty'];

/** Every kind of page, with the demo content. */
const PAGES: [name: string, path: string, status?: number][] = [
  ['forum-home', ENGLISH],
  ['forum-home', SWEDISH],
  ['forum-empty', EMPTY],
  ['forum-ask', `${ENGLISH}/ask`],
  ['forum-topic', `${SWEDISH}/questions`],
  ['forum-dialogs', `${ENGLISH}/dialogs?sort=popular`],
  ['forum-state', `${SWEDISH}/states/besvarad`],
  ['forum-tag', `${ENGLISH}/tags/Lom%20E`],
  ['forum-tags', `${ENGLISH}/tags`],
  ['forum-dialog', `${ENGLISH}/9`],
  ['forum-dialog', `${SWEDISH}/28`],
  ['forum-search', `${ENGLISH}/search?q=battery`],
  ['forum-nothing-found', `${SWEDISH}/search?q=zeppelinare`],
  ['forum-not-found', `${ENGLISH}/nowhere`, 404],
  ['forum-front', '/'],
];

let forum: BrowsedForum;

beforeAll(async () => {
  const writeEmpty = async ({ database }: TestService) => {
    await writeForum(database, { slug: EMPTY.slice('/forum/'.length) });
  };
  forum = await startBrowsedForum(writeEmpty, {}, DEMO);
});

afterAll(() => forum.stop());

describe('forum-posted', () => {
  it('is accessible, too', async () => {
    const { database, context } = forum.service;
    const { id } = await database.one("select id from forums where slug = 'demo-sv'");
    const receipt = await context.receipts.issue(`held ${id} 0`);
    await forum.visit(`${SWEDISH}/posted?posted=held.${receipt}`, {}, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Tack!' }).waitFor();
      expect((await examineLooks(page, 'forum-posted')).faults).toEqual([]);
    });
  });
});

describe.each(PAGES)('%s at %s', (name, path, status = 200) => {
  it('loads one stylesheet, does not shift, and is accessible wide and narrow, light and dark', async () => {
    await forum.visit(path, {}, async (page) => {
      expect(await examineLooks(page, name)).toEqual({
        status,
        blocking: [expect.stringMatching(/\/assets\/.+\.css$/)],
        shifts: [],
        faults: [],
      });
    });
  });
});
