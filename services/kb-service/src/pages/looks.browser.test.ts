import { examineLooks, findBarriers, findShifts, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedDemo } from '../testing/browsed-site.ts';
import { OPERATOR } from '../testing/content.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';

const [ENGLISH, SWEDISH] = ['/site/help.example.com', '/site/hjalp.example.com'];

const PAGES = [
  ['home', ENGLISH, 200],
  ['home', SWEDISH, 200],
  ['topic', `${ENGLISH}/categories/running-guidepost`, 200],
  ['topic', `${SWEDISH}/categories/cykeln`, 200],
  ['guide', `${ENGLISH}/guides/writing-guides-markdown-reference`, 200],
  ['guide', `${SWEDISH}/guides/montera-cykeln`, 200],
  ['tag', `${ENGLISH}/tags/setup`, 200],
  ['tag', `${SWEDISH}/tags/elcykel`, 200],
  ['all-guides', `${ENGLISH}/guides`, 200],
  ['all-guides', `${SWEDISH}/guides`, 200],
  ['search', `${ENGLISH}/search?q=import+a+folder`, 200],
  ['search', `${SWEDISH}/search?q=byta+slang`, 200],
  ['nothing-found', `${ENGLISH}/search?q=zeppelin`, 200],
  ['nothing-found', `${SWEDISH}/search?q=zeppelinare`, 200],
  ['not-found', `${ENGLISH}/guides/nowhere`, 404],
  ['not-found', `${SWEDISH}/guides/ingenstans`, 404],
  ['gone', `${ENGLISH}/guides/publishing-publish-unpublish-rename`, 410],
  ['front', '/', 200],
] as const;

let demo: BrowsedSite;

beforeAll(async () => {
  demo = await startBrowsedDemo();
  const gone = { host: 'help.example.com', slugs: ['publishing-publish-unpublish-rename'] };
  await deleteGuides(demo.service.database, OPERATOR, gone);
  await demo.service.settled(gone.host);
});

afterAll(() => demo.stop());

describe.each(PAGES)('%s at %s', (name, path, status) => {
  it('renders after one stylesheet without shifts, and is accessible, wide and narrow, light and dark', async () => {
    await demo.visit(path, {}, async (page) => {
      expect(await examineLooks(page, name)).toEqual({
        status,
        blocking: [expect.stringMatching(/\/assets\/.+\.css$/)],
        shifts: [],
        faults: [],
      });
    });
  });
});

describe('a guide with late images', () => {
  it('is readable and does not shift', async () => {
    await demo.visit(`${SWEDISH}/guides/montera-cykeln`, {}, async (page) => {
      await reloadWithLateImages(page);
      expect(await findShifts(page)).toEqual([]);
    });
  });
});

describe('a printed guide', () => {
  it('is only its text, dark on light in any color scheme', async () => {
    await demo.visit(`${SWEDISH}/guides/montera-cykeln`, { colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      await takePicture(page, 'guide-on-paper');
      for (const role of ['banner', 'navigation', 'search', 'button', 'contentinfo'] as const)
        expect([role, await page.getByRole(role).count()]).toEqual([role, 0]);
      await page.getByText('Montera inte vidare').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      );
    });
  });
});

/** Loads images only after the page is shown and the reader scrolls to them. */
async function reloadWithLateImages(page: Page): Promise<void> {
  const shown = Promise.withResolvers<void>();
  await page.route('**/files/**', async (route) => {
    await shown.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  shown.resolve();
  for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete));
}
