import { findBarriers, findOverflow, type Page, takePicture } from '@guidepost/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EditedPages,
  focusText,
  htmlOf,
  moveBy,
  pressTool,
  startEditedPages,
  textOf,
  toolOf,
} from '../../testing/edited-pages.ts';

let pages: EditedPages;

beforeAll(async () => {
  pages = await startEditedPages();
});

afterAll(() => pages.stop());

const dialogOf = (page: Page) => page.getByRole('dialog');

const IMAGE = '<img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" width="3" height="2" alt="A parcel" />';

/** Drops or pastes files on the text. */
async function give(page: Page, kind: 'drop' | 'paste', ...names: string[]): Promise<void> {
  await textOf(page).evaluate(
    (surface, [event, files]) => {
      const data = new DataTransfer();
      for (const file of files) {
        const type = file.endsWith('.pdf') ? 'application/pdf' : 'image/png';
        data.items.add(new File(['content'], file, { type }));
      }
      const { left, top } = surface.getBoundingClientRect();
      const place = { clientX: left + 60, clientY: top + 30, bubbles: true, cancelable: true };
      surface.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...place, dataTransfer: data })
          : new ClipboardEvent('paste', { ...place, clipboardData: data }),
      );
    },
    [kind, names] as const,
  );
}

describe('an image', () => {
  it.each(['drop', 'paste'] as const)('is uploaded on %s, and described where it stands', async (kind) => {
    await pages.edit('<p>a</p>', async (page, guide) => {
      await textOf(page).getByText('a').click();
      await give(page, kind, 'parcel.png');
      const field = textOf(page).getByLabel('Describe the image for people who cannot see it.');
      await field.fill('A parcel');
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      expect(guide.uploads).toEqual(['parcel.png']);
      expect(await htmlOf(page)).toContain(IMAGE);
    });
  });

  it('may be decorative', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await give(page, 'paste', 'parcel.png');
      await textOf(page).getByRole('button', { name: 'Decorative image' }).click();
      expect(await htmlOf(page)).toBe(`<p>${IMAGE.replace('A parcel', '')}</p>`);
    });
  });

  it('is chosen from files, and gets a caption', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pressTool(page, 'Image');
      const file = { name: 'parcel.png', mimeType: 'image/png', buffer: Buffer.from('content') };
      await dialogOf(page).getByLabel('Image file').setInputFiles(file);
      await dialogOf(page).getByLabel('Alternative text').fill('A parcel');
      await dialogOf(page).getByLabel('Caption').fill('Packed');
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor({ state: 'hidden' });
      expect(await htmlOf(page)).toContain(`<figure>${IMAGE}<figcaption>Packed</figcaption></figure>`);
    });
  });

  it('is shown from where the desk serves it', async () => {
    await pages.edit(`<p>${IMAGE}</p>`, async (page) => {
      const image = textOf(page).getByRole('img');
      expect(await image.getAttribute('src')).toBe('/desk/files/AAAAAAAAAAAAAAAAAAAAAA.png');
      await image.evaluate((element: HTMLImageElement) => element.decode());
    });
  });

  it('that is selected has tools for its width, its text, its link, and another image in its place', async () => {
    const former = IMAGE.replaceAll('A', 'B').replace('B parcel', 'A parcel');
    await pages.edit(`<p>a ${former}</p>`, async (page, guide) => {
      const tools = page.getByRole('toolbar', { name: 'Image' });
      const text = page.getByLabel('Alternative text');
      await focusText(page);
      await moveBy(page, 'Control+End', 'ArrowLeft');
      await tools.getByRole('button', { name: 'Half width' }).click();
      expect(await htmlOf(page)).toContain('.png" width="50%" alt="A parcel" />');
      await text.fill('');
      await text.pressSequentially('Packed ');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+K');
      await dialogOf(page).getByLabel('Address').fill('pack-it');
      await page.keyboard.press('Enter');
      expect(await findBarriers(page)).toEqual([]);

      const chosen = page.waitForEvent('filechooser');
      await tools.getByRole('button', { name: 'Replace image' }).click();
      const content = { mimeType: 'image/png', buffer: Buffer.from('content') };
      await (await chosen).setFiles({ ...content, name: 'new.png' });
      await textOf(page).locator('img[src*="AAAA"]').waitFor();
      const placed = IMAGE.replace('3" height="2', '50%').replace('A parcel', 'Packed');
      expect(await htmlOf(page)).toBe(`<p>a <a href="pack-it">${placed}</a></p>`);
      expect(guide.uploads).toEqual(['new.png']);

      await tools.getByRole('button', { name: 'Original width' }).click();
      expect(await htmlOf(page)).toContain('width="1" alt="Packed" height="1" />');
      await page.keyboard.press('Control+K');
      await dialogOf(page).getByRole('button', { name: 'Remove link' }).click();
      await tools.waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await text.fill('');
      expect(await htmlOf(page)).toMatch(/^<p>a <img [^>]* alt="" height="1" \/><\/p>$/);
      expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([]);
    });
  });

  it('that is refused says why where it was dropped, with its size, while one writes on', async () => {
    await pages.edit(
      '',
      async (page) => {
        await textOf(page).click();
        await give(page, 'paste', 'parcel.exe');
        await page.keyboard.type('b');
        await textOf(page).getByRole('alert').getByText('This is not an image.').waitFor();
        await textOf(page).getByText('parcel.exe (7 bytes)').waitFor();
        expect(await findBarriers(page)).toEqual([]);
        await textOf(page).getByRole('button', { name: 'Remove' }).click();
        await textOf(page).getByRole('alert').waitFor({ state: 'detached' });
        expect(await htmlOf(page)).toBe('<p>b</p>');
      },
      { mayFail: true },
    );
  });

  it('that could not be sent, or stops on its way, is sent again or removed, while one writes on', async () => {
    await pages.edit(
      '',
      async (page, guide) => {
        const failed = textOf(page).getByText('The image could not be uploaded.');
        await page.route('**/images', (route) => route.abort());
        await textOf(page).click();
        await give(page, 'paste', 'parcel.png');
        await page.keyboard.type('One');
        await failed.waitFor();
        await page.keyboard.type(' two');

        await page.unroute('**/images');
        await page.route('**/images', () => undefined);
        await page.clock.install();
        const asked = page.waitForRequest('**/images');
        await textOf(page).getByRole('button', { name: 'Try again' }).click();
        await asked;
        await failed.waitFor({ state: 'detached' });
        await page.clock.runFor(30_000);
        await failed.waitFor();

        await page.unroute('**/images');
        await textOf(page).getByRole('button', { name: 'Try again' }).click();
        await textOf(page).locator('.undescribed img').waitFor();
        expect(await htmlOf(page)).toBe(`<p>${IMAGE.replace(' alt="A parcel"', '')}One two</p>`);

        await page.route('**/images', () => undefined);
        await textOf(page).getByText('One two').click();
        await give(page, 'paste', 'another.png');
        await textOf(page).getByRole('button', { name: 'Remove' }).click();
        await textOf(page).getByRole('progressbar').waitFor({ state: 'detached' });
        expect(guide.uploads).toEqual(['parcel.png']);
      },
      { mayFail: true },
    );
  });
});

describe('several files at once', () => {
  it('are shown where they were dropped, inserted in their order, and waited for before anything is published', async () => {
    await pages.edit('<p>a</p>', async (page, guide) => {
      const released = Promise.withResolvers<void>();
      await page.route(/\/(?:images|files)$/, async (route) => {
        await released.promise;
        await route.continue();
      });
      await textOf(page).getByText('a').click();
      await give(page, 'drop', 'one.png', 'manual.pdf', 'two.png');
      expect(await textOf(page).getByRole('progressbar').count()).toBe(3);
      await takePicture(page, 'editor-uploads');
      expect(await findBarriers(page)).toEqual([]);
      const sent = page.waitForRequest((request) => request.isNavigationRequest());
      await page.getByRole('button', { name: 'Publish' }).click();
      released.resolve();
      const html = new URLSearchParams((await sent).postData() ?? '').get('contentHtml') ?? '';
      expect(html.match(/<img|manual\.pdf \(PDF|<\/p>/g)?.slice(0, 3)).toEqual([
        '<img',
        'manual.pdf (PDF',
        '<img',
      ]);
      expect(guide.uploads).toEqual(['two.png', 'manual.pdf', 'one.png']);
    });
  });
});

describe('a file', () => {
  const FILE = '<a class="file" href="/files/AAAAAAAAAAAAAAAAAAAAAA/manual.pdf">manual.pdf (PDF, 1.2 MB)</a>';

  it.each(['drop', 'paste'] as const)('is uploaded on %s, and linked', async (kind) => {
    await pages.edit('<p>a</p>', async (page, guide) => {
      await textOf(page).getByText('a').click();
      await give(page, kind, 'manual.pdf');
      await textOf(page).getByRole('link').waitFor();
      expect(guide.uploads).toEqual(['manual.pdf']);
      expect(await htmlOf(page)).toContain(FILE);
    });
  });

  it('is chosen by keyboard, and what is typed next is no part of its link', async () => {
    await pages.edit('<p>See </p>', async (page) => {
      await textOf(page).getByText('See').click();
      await page.keyboard.press('End');
      await toolOf(page, 'File').focus();
      await page.keyboard.press('Enter');
      const file = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('content') };
      await dialogOf(page).getByLabel('File').setInputFiles(file);
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor({ state: 'hidden' });
      // The focus returns in the next frame.
      await page.locator('.ProseMirror:focus').waitFor();
      await page.keyboard.type('.');
      expect(await htmlOf(page)).toContain(`${FILE}.</p>`);
    });
  });

  it('that is refused says why', async () => {
    await pages.edit(
      '',
      async (page) => {
        await textOf(page).click();
        await pressTool(page, 'File');
        await dialogOf(page).getByRole('button', { name: 'Insert' }).click();
        await dialogOf(page).getByText('Up to 20 MB. Readers download it.').waitFor();
        const file = { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') };
        await dialogOf(page).getByLabel('File').setInputFiles(file);
        await dialogOf(page).getByRole('button', { name: 'Insert' }).click();
        await dialogOf(page).getByText('Programs are not allowed.').waitFor();
        await page.keyboard.press('Escape');
        expect(await htmlOf(page)).toBe('');
      },
      { mayFail: true },
    );
  });
});

describe('a link', () => {
  it('leads to a guide that was found by its title, by keyboard alone', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await focusText(page);
      await moveBy(page, 'Home');
      await moveBy(page, 'Shift+End');
      await page.keyboard.press('Control+K');
      await page.keyboard.type('order');
      await page.getByRole('option', { name: 'Return an order' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('combobox', { name: 'Address' }).inputValue()).toBe('return-an-order');
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor({ state: 'hidden' });
      expect(await htmlOf(page)).toBe('<p><a href="return-an-order">a</a></p>');
    });
  });

  it('is inserted with its text', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pressTool(page, 'Link');
      await dialogOf(page).getByLabel('Address').fill('ada@a.example');
      await dialogOf(page).getByLabel('Text').fill('Write to us');
      await dialogOf(page).getByRole('button', { name: 'Insert' }).click();
      expect(await htmlOf(page)).toBe('<p><a href="mailto:ada@a.example">Write to us</a></p>');
    });
  });

  it('is changed with all else that it has, and removed', async () => {
    await pages.edit('<p><a href="b" title="c" id="d">a</a></p>', async (page) => {
      await textOf(page).getByText('a').click();
      await pressTool(page, 'Link');
      await dialogOf(page).getByLabel('Address').fill('e');
      await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
      expect(await htmlOf(page)).toBe('<p><a href="e" title="c" id="d">a</a></p>');
      await textOf(page).getByText('a').click();
      await pressTool(page, 'Link');
      await dialogOf(page).getByRole('button', { name: 'Remove link' }).click();
      expect(await htmlOf(page)).toBe('<p>a</p>');
    });
  });

  it('that would run a script is refused', async () => {
    await pages.edit('<p>a</p>', async (page) => {
      await textOf(page).click();
      await pressTool(page, 'Link');
      await dialogOf(page).getByLabel('Address').fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await dialogOf(page).getByText('Enter a web address').waitFor();
    });
  });

  it('does not carry on into what is typed behind it', async () => {
    await pages.edit('<p><a href="b">a</a></p>', async (page) => {
      await textOf(page).getByText('a').click();
      await moveBy(page, 'End');
      await page.keyboard.type(' c');
      expect(await htmlOf(page)).toBe('<p><a href="b">a</a> c</p>');
    });
  });
});

describe('a video', () => {
  it('of an allowed host is inserted', async () => {
    await pages.edit('', async (page) => {
      await textOf(page).click();
      await pressTool(page, 'Video');
      await dialogOf(page).getByLabel('Address of the video').fill('https://evil.example/1');
      await page.keyboard.press('Enter');
      await dialogOf(page).getByText('Enter the address of a video').waitFor();
      await dialogOf(page).getByLabel('Address of the video').fill('https://vimeo.com/76979871');
      await dialogOf(page).getByLabel('Video title').fill('How to pack');
      await page.keyboard.press('Enter');
      expect(await htmlOf(page)).toBe(
        '<p><iframe src="https://player.vimeo.com/video/76979871" title="How to pack" allowfullscreen></iframe></p>',
      );
    });
  });
});
