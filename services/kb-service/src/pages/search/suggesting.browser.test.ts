import { findBarriers, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrowsedSite, startBrowsedSite } from '../../testing/browsed-site.ts';
import { EXAMPLE } from '../../testing/example.ts';

const REFUNDS = { content: '<p>A refund takes a week.</p><p>Your money returns to your card.</p>' };
const GUIDES = EXAMPLE.guides?.map((guide) => ({ ...guide, ...(guide.slug === 'refunds' && REFUNDS) })) ?? [];

let site: BrowsedSite;

beforeAll(async () => {
  site = await startBrowsedSite({ ...EXAMPLE, guides: GUIDES });
});

afterAll(() => site.stop());

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search the guides' });
const chosenOf = (page: Page) => page.getByRole('option', { selected: true });

async function type(page: Page, words: string): Promise<void> {
  await fieldOf(page).pressSequentially(words);
  await page.getByRole('option').first().waitFor();
}

describe('suggestions while typing', () => {
  it.each(['/', '/guides/refunds'])('on %s list guides, then all results', async (path) => {
    await site.visit(path, {}, async (page) => {
      await type(page, 'inst');
      const [guide = '', ...others] = await page.getByRole('option').allInnerTexts();
      expect([guide.split('\n')[0], ...others]).toEqual(['Install it', 'All results']);
      expect(await fieldOf(page).getAttribute('aria-expanded')).toBe('true');
      await page
        .getByRole('search')
        .getByRole('status')
        .getByText('1 suggestion')
        .waitFor({ state: 'attached' });
    });
  });

  it('are selected by arrow keys while the field keeps the focus', async () => {
    await site.visit('/', {}, async (page) => {
      await type(page, 'inst');
      const field = fieldOf(page);
      expect(await chosenOf(page).count()).toBe(0);
      for (const [key, chosen] of [
        ['ArrowDown', 'Install it'],
        ['ArrowDown', 'All results'],
        ['ArrowDown', 'Install it'],
        ['ArrowUp', 'All results'],
        ['Home', undefined],
      ] as const) {
        await field.press(key);
        const [title] = (await chosenOf(page).allInnerTexts()).map((text) => text.split('\n')[0]);
        expect(title).toBe(chosen);
        const active = await field.getAttribute('aria-activedescendant');
        expect(active).toBe(chosen === undefined ? null : await chosenOf(page).getAttribute('id'));
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      }
    });
  });

  it.each([
    ['a guide', 1, 'Install it'],
    ['all results', 2, 'Results for “inst”'],
  ])('lead by Enter to %s', async (_, presses, heading) => {
    await site.visit('/guides/refunds', {}, async (page) => {
      await type(page, 'inst');
      for (let count = 0; count < presses; count += 1) await fieldOf(page).press('ArrowDown');
      await fieldOf(page).press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    });
  });

  it('lead by a click to a guide', async () => {
    await site.visit('/', { width: 360 }, async (page) => {
      await type(page, 'refu');
      await page.getByRole('option', { name: 'Refunds' }).click();
      await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
    });
  });

  it('show the passage that matches', async () => {
    await site.visit('/', { width: 360 }, async (page) => {
      await type(page, 'how do I get my money');
      const passage = page.getByRole('option', { name: 'Refunds' }).locator('.passage');
      expect(await passage.locator('mark').allInnerTexts()).toEqual(['money']);
    });
  });

  it('close on Escape and keep the text', async () => {
    await site.visit('/', {}, async (page) => {
      await type(page, 'inst');
      await fieldOf(page).press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
      expect(await fieldOf(page).inputValue()).toBe('inst');
      await fieldOf(page).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Results for “inst”' }).waitFor();
    });
  });

  it('close when the field loses focus', async () => {
    await site.visit('/', {}, async (page) => {
      await type(page, 'inst');
      await fieldOf(page).press('Tab');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    });
  });

  it('show names as plain text', async () => {
    const title = `<img src=x onerror=alert(1)> "quoted" & 'more'`;
    const hostile = { ...EXAMPLE, guides: [{ id: 1, slug: 'hostile', title }] };
    const other = await startBrowsedSite(hostile);
    try {
      await other.visit('/', {}, async (page) => {
        await type(page, 'quoted');
        await page.getByRole('option', { name: title }).waitFor();
        expect(await page.locator('[role=listbox] img').count()).toBe(0);
      });
    } finally {
      await other.stop();
    }
  });

  it.each(['light', 'dark'] as const)('are accessible, %s', async (colorScheme) => {
    await site.visit('/', { colorScheme, width: 360 }, async (page) => {
      await type(page, 'inst');
      await fieldOf(page).press('ArrowDown');
      expect(await findBarriers(page)).toEqual([]);
      await takePicture(page, 'suggestions');
    });
  });
});

describe('the chosen suggestion', () => {
  it('is outlined in forced colors mode', async () => {
    await site.visit('/', {}, async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await type(page, 'inst');
      const outlineOf = (name: string) =>
        page.getByRole('option', { name }).evaluate((option) => {
          const { outlineStyle, outlineColor, color } = getComputedStyle(option);
          return outlineStyle === 'solid' && outlineColor === color;
        });
      await page.keyboard.press('ArrowDown');
      expect([await outlineOf('Install it'), await outlineOf('All results')]).toEqual([true, false]);
    });
  });
});
