import { findOverflow } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';

/** A word that cannot be broken. */
const LONG = 'Donaudampfschiff'.repeat(12);

const HEADINGS = Array.from({ length: 300 }, (_, index) => `<h2>Step ${index}</h2>`).join('');

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite({
    host: 'help.example.com',
    name: LONG,
    categories: [
      { id: 1, slug: 'topic', name: LONG },
      { id: 2, slug: 'subtopic', name: LONG, parent: 1 },
    ],
    tags: [{ id: 1, slug: 'tag', name: LONG }],
    guides: [
      {
        id: 1,
        slug: 'one',
        title: LONG,
        content: `<h2>${LONG}</h2><p>${LONG}</p>`,
        categories: [2],
        tags: [1],
      },
      { id: 2, slug: 'steps', content: HEADINGS },
    ],
  });
});

afterAll(() => site.stop());

describe('names that are one long word', () => {
  it.each([
    ['/', 360],
    ['/guides/one', 360],
    ['/guides/one', 1280],
    ['/categories/topic', 360],
    ['/tags/tag', 360],
    ['/guides', 360],
    [`/search?q=${LONG}`, 360],
  ])('fit at %s, %d pixels wide', async (path, width) => {
    await site.visit(path, { width }, async (page) => {
      expect(await findOverflow(page)).toEqual([]);
    });
  });
});

describe('a table of contents of 300 headings', () => {
  it('leaves the beginning of the guide visible on a phone', async () => {
    await site.visit('/guides/steps', { width: 360 }, async (page) => {
      const box = await page.getByRole('heading', { name: 'Step 0' }).boundingBox();
      expect(box?.y).toBeLessThan(1_200);
    });
  });
});
