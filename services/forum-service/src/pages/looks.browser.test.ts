import { findBarriers, findOverflow, findOverlaps, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedForum, startBrowsedForum } from '../testing/browsed-forum.ts';
import { writeForum } from '../testing/content.ts';
import { makeDemoForums } from '../testing/demo.ts';

const [ENGLISH, SWEDISH, EMPTY] = ['/forum/demo', '/forum/demo-sv', '/forum/empty'];

/** Every kind of page, as the demo content has it. */
const PAGES = [
  ['forum-home', ENGLISH],
  ['forum-home', SWEDISH],
  ['forum-empty', EMPTY],
  ['forum-ask', `${ENGLISH}/ask`],
  ['forum-posted', `${SWEDISH}/posted`],
  ['forum-topic', `${SWEDISH}/questions`],
  ['forum-dialogs', `${ENGLISH}/dialogs?sort=popular`],
  ['forum-state', `${SWEDISH}/states/besvarad`],
  ['forum-tag', `${ENGLISH}/tags/Lom%20E`],
  ['forum-tags', `${ENGLISH}/tags`],
  ['forum-dialog', `${ENGLISH}/9`],
  ['forum-dialog', `${SWEDISH}/28`],
  ['forum-search', `${ENGLISH}/search?q=battery`],
  ['forum-nothing-found', `${SWEDISH}/search?q=zeppelinare`],
  ['forum-not-found', `${ENGLISH}/nowhere`],
  ['forum-front', '/'],
] as const;

/** Faults are looked for in the second scheme of each: colours do not depend on the width. */
const WINDOWS = [
  { width: 1280, schemes: ['dark', 'light'] },
  { width: 360, schemes: ['light', 'dark'] },
] as const;

let forum: BrowsedForum;

beforeAll(async () => {
  forum = await startBrowsedForum(async (service) => {
    await writeForum(service.database, { slug: EMPTY.slice('/forum/'.length) });
    await makeDemoForums(service);
  });
});

afterAll(() => forum.stop());

describe.each(PAGES)('%s at %s', (name, path) => {
  it('can be read by everybody, wide and narrow, light and dark, with text of any size', async () => {
    await forum.visit(path, {}, async (page) => {
      for (const { width, schemes } of WINDOWS) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await takePicture(page, name);
        }
        expect([width, ...(await findBarriers(page)), ...(await findMisplaced(page))]).toEqual([width]);
      }
      await page.setViewportSize({ width: 320, height: 800 });
      expect([320, ...(await findMisplaced(page))]).toEqual([320]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(['200 %', ...(await findMisplaced(page))]).toEqual(['200 %']);
    });
  });
});

async function findMisplaced(page: Page): Promise<string[]> {
  return [...(await findOverflow(page)), ...(await findOverlaps(page))];
}
