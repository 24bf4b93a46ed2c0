import { type Locator, openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import { type EditedGuide, startEditorServer } from './editor-server.ts';

export type UseEditor = (page: Page, guide: EditedGuide) => Promise<void>;

/** A browser that edits guides. */
export interface EditedPages {
  /** Opens a guide in the editor. */
  edit(contentHtml: string, use: UseEditor, reader?: Reader): Promise<void>;
  stop(): Promise<void>;
}

const edited = new WeakMap<Page, EditedGuide>();

export async function startEditedPages(): Promise<EditedPages> {
  const [server, browser] = await Promise.all([startEditorServer(), openBrowser()]);
  return {
    async edit(contentHtml, use, reader = {}) {
      const guide = server.add(contentHtml, reader.locale === 'sv' ? 'sv' : 'en');
      await browser.visit(server.origin + guide.path, reader, async (page) => {
        edited.set(page, guide);
        await isReady(page);
        await use(page, guide);
      });
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

export function isReady(page: Page): Promise<void> {
  return page.locator('#editor[data-ready]').waitFor();
}

export function textOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content' });
}

export function toolOf(page: Page, name: string): Locator {
  return page.getByRole('toolbar').getByRole('button', { name, exact: true });
}

/** Presses a tool, which may be in the panel of the toolbar. */
export async function pressTool(page: Page, name: string): Promise<void> {
  await (await shownTool(page, name)).click();
}

/** Opens the panel of the toolbar for a tool that is in there. */
export async function shownTool(page: Page, name: string): Promise<Locator> {
  const tool = toolOf(page, name);
  if (!(await tool.isVisible())) await toolOf(page, 'More tools').click();
  return tool;
}

/** Puts the cursor back into the text, where it was. */
export async function focusText(page: Page): Promise<void> {
  await textOf(page).focus();
  await cursorIsRead(page);
}

/** Saves, and returns the HTML that the server then has. */
export async function htmlOf(page: Page): Promise<string> {
  await page.keyboard.press('Control+S');
  await stateOf(page, 'saved');
  return edited.get(page)?.stored.contentHtml ?? '';
}

/** Waits until the status line says so. */
export function stateOf(page: Page, state: string): Promise<void> {
  return page.locator(`.saving[data-state="${state}"]`).waitFor();
}

/** Presses keys that move the cursor, each where the editor knows it to be. */
export async function moveBy(page: Page, ...keys: string[]): Promise<void> {
  await cursorIsRead(page);
  for (const key of keys) {
    await page.keyboard.press(key);
    await cursorIsRead(page);
  }
}

/** While it has the focus, ProseMirror reads the cursor from the browser, some time after a click or a key. */
export async function cursorIsRead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { editor } = document.activeElement as FocusedElement;
    return !editor || editor.view.domObserver.currentSelection.eq(document.getSelection());
  });
}

/** Fields that TipTap and ProseMirror keep for themselves. */
interface FocusedElement extends Element {
  editor?: { view: { domObserver: { currentSelection: { eq(selection: Selection | null): boolean } } } };
}

/** Puts HTML and its text on the clipboard, and pastes it where the cursor is. */
export async function paste(page: Page, html: string, text = ''): Promise<void> {
  await textOf(page).evaluate(
    (surface, data) => {
      const clipboardData = new DataTransfer();
      if (data.html) clipboardData.setData('text/html', data.html);
      clipboardData.setData('text/plain', data.text);
      surface.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, text },
  );
}
