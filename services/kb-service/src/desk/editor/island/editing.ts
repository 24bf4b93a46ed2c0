import { type ContentViews, createContentViews } from './content-views.ts';
import { openFileDialog } from './dialogs/file-dialog.ts';
import { openImageDialog } from './dialogs/image-dialog.ts';
import { openKeysDialog, openKeysOnQuestion } from './dialogs/keys-dialog.ts';
import { openLinkDialog } from './dialogs/link-dialog.ts';
import { openVideoDialog } from './dialogs/video-dialog.ts';
import { createMargins, keepClear, type Margins } from './page/clear-area.ts';
import type { EditorPage } from './page/editor-page.ts';
import { element, newId } from './page/element.ts';
import type { Snapshot } from './page/snapshot.ts';
import { createDecisions } from './saving/decisions.ts';
import { openKeptTexts } from './saving/kept-texts.ts';
import { createSaver, type Saver } from './saving/saver.ts';
import { createStatusLine } from './saving/status-line.ts';
import { watchPage } from './saving/watch-page.ts';
import { improveCategories } from './side/category-choices.ts';
import { improveTags, splitTags, type TagField } from './side/tag-field.ts';
import { openNotes } from './visual/notes.ts';
import { createUploads, type Uploads } from './visual/uploads.ts';
import { createVisualEditor } from './visual/visual-editor.ts';

const CATEGORY = /^category\[(\d+)\]$/;

type Fields = Omit<Snapshot, 'contentHtml'>;

/** Milliseconds, after which people have written on. */
const TIMEOUT = 10_000;

export interface EditorPlace {
  place: HTMLElement;
  /** With the other fields of the guide. */
  form: HTMLFormElement;
}

/** Takes over the part of the page that the editor is in. */
export async function startEditing(page: EditorPage, { place, form }: EditorPlace): Promise<void> {
  const { words, urls } = page;
  let saver: Saver | undefined;
  const onChange = () => saver?.changed();
  const typed = place.querySelector('textarea')?.value;
  const margins = createMargins();
  const uploads = createUploads({
    words,
    images: urls.images,
    files: urls.uploads,
    token: () => page.token,
  });
  const views = createViews(page, { margins, uploads, onChange });
  await views.show(page.contentHtml);
  const tags = improveSide(page, form, onChange);

  const snapshot = (): Snapshot => ({ ...readFields(form, page), contentHtml: views.html() });
  const status = createStatusLine({
    words,
    signIn: urls.signIn,
    tryAgain: () => void saver?.tryAgain(),
    compare: () => void decisions.compare(),
  });
  const showState = () => {
    if (!saver) return;
    const { state } = saver;
    status.show(state, kept.isKept());
    showFieldProblems(form, state.kind === 'refused' ? state.errors : {});
    if (state.kind === 'saved' && state.slug) showSlug(form, state.slug);
    if (state.kind === 'saved' && state.at) showChanges(form);
  };
  const kept = await openKeptTexts(`${page.person} ${urls.draft}`, showState);
  const adopt = (others: Pick<Snapshot, 'categories' | 'tags'>) =>
    write({ ...readFields(form, page), ...others });
  saver = createSaver({ page, snapshot, adopt, kept, onState: showState });
  const decisions = createDecisions({ page, saver, kept, status, snapshot, show, write: views.focus });

  function write(fields: Fields): void {
    writeFields(form, fields);
    tags?.show(fields.tags);
  }

  async function show(next: Snapshot): Promise<void> {
    write(next);
    await views.show(next.contentHtml);
  }

  place.replaceChildren(views.element, status.element);
  const heading = form.querySelector<HTMLElement>('.editing-heading');
  const actions = form.querySelector<HTMLElement>('.editing-heading > .actions');
  keepClear(margins, { heading, tools: views.bars, status: status.element, actions }, views.text);
  watchPage({ saver, form, place, onChange, snapshot, uploads, write: views.focus });
  openKeysOnQuestion(words);
  offerSource(page, form, async (source) => {
    await views.show(source);
    onChange();
    views.focus();
  });
  place.dataset.ready = '';
  performance.mark('editor-ready');
  // Before the editor was there.
  const isTyped = typed !== undefined && typed !== page.contentHtml.replaceAll('\r', '');
  if (isTyped) await views.show(typed);
  if (isTyped || snapshot().title !== page.title) onChange();
  await decisions.restore();
}

/** Begins a translation with the text that it is made from, which can be undone. */
function offerSource(
  { source }: EditorPage,
  form: HTMLFormElement,
  start: (source: string) => Promise<void>,
): void {
  const button = form.querySelector<HTMLButtonElement>('[data-start-with-source]');
  if (!button || source === undefined) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    button.hidden = true;
    void start(source);
  });
}

/** The fields beside the text. */
function improveSide(page: EditorPage, form: HTMLFormElement, onChange: () => void): TagField | undefined {
  const categories = form.querySelector<HTMLElement>('.choices');
  if (categories) improveCategories(categories, page, onChange);
  const tags = form.elements.namedItem('tags');
  if (!(tags instanceof HTMLInputElement)) return undefined;
  return improveTags(tags, { words: page.words, known: page.tagNames, onChange });
}

interface ViewOptions {
  margins: Margins;
  uploads: Uploads;
  onChange(): void;
}

function createViews(page: EditorPage, { margins, uploads, onChange }: ViewOptions): ContentViews {
  const { words, urls, text } = page;
  const upload = { words, url: urls.images, token: () => page.token };
  const attachment = { ...upload, url: urls.uploads };
  const visual = createVisualEditor({
    words,
    text,
    files: urls.files,
    uploads,
    margins,
    render: (markdown) => renderMarkdown({ url: urls.markdown, token: page.token }, markdown),
    onChange,
    dialogs: (editor) => ({
      link: () => openLinkDialog(editor, { words, url: urls.links }),
      image: () => openImageDialog(editor, upload),
      file: () => openFileDialog(editor, attachment),
      video: () => openVideoDialog(editor, words),
      remark: openNotes(editor, { words, token: () => page.token }),
      keys: () => openKeysDialog(words, () => editor.view.focus()),
      files: (files) => uploads.take(editor, files),
    }),
  });
  return createContentViews({ visual, words, margins, uploads, onChange });
}

/** The HTML that guides have for it, as the service renders and cleans it; undefined if it does not. */
async function renderMarkdown(
  { url, token }: { url: string; token: string },
  markdown: string,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body: JSON.stringify({ markdown }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return response.ok ? (await response.json()).contentHtml : undefined;
  } catch {
    return undefined;
  }
}

/** Shows what is wrong with fields below each of them, and takes away what was shown before. */
function showFieldProblems(form: HTMLFormElement, problems: Record<string, string>): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) continue;
    const { problem = '' } = control.dataset;
    const shown = document.getElementById(problem);
    const text = problems[control.name];
    if (shown?.textContent === text) continue;
    if (shown) take(control);
    shown?.remove();
    if (text) add(control, text);
  }
}

function add(control: HTMLInputElement, text: string): void {
  const id = newId();
  control.after(element('p', { class: 'wrong', id }, text));
  control.dataset.problem = id;
  control.setAttribute('aria-invalid', 'true');
  describeBy(control, [...describing(control), id]);
}

function take(control: HTMLInputElement): void {
  control.removeAttribute('aria-invalid');
  describeBy(
    control,
    describing(control).filter((id) => id !== control.dataset.problem),
  );
  delete control.dataset.problem;
}

/** The IDs of what describes it to screen readers. */
function describing(control: HTMLInputElement): string[] {
  return control.getAttribute('aria-describedby')?.split(' ') ?? [];
}

function describeBy(control: HTMLInputElement, ids: string[]): void {
  control.setAttribute('aria-describedby', ids.join(' '));
}

/** The form around the editor; a field that it does not have is as the page says. */
function readFields(form: HTMLFormElement, page: Fields): Fields {
  const data = new FormData(form);
  const text = (name: 'title' | 'slug') => data.get(name)?.toString() ?? page[name];
  return {
    title: text('title'),
    slug: text('slug'),
    categories: inOrder(categoriesOf(data), page.categories),
    tags: form.elements.namedItem('tags') ? splitTags(data.getAll('tags').join()) : page.tags,
  };
}

/** Ticked boxes are called `category[31]`. */
function categoriesOf(data: FormData): number[] {
  return [...data.keys()].flatMap((name) => CATEGORY.exec(name)?.[1] ?? []).map(Number);
}

/** The categories that the guide had before stay in their order. */
function inOrder(ids: number[], former: number[]): number[] {
  return [...former.filter((id) => ids.includes(id)), ...ids.filter((id) => !former.includes(id))];
}

function writeFields(form: HTMLFormElement, { title, slug, categories }: Omit<Fields, 'tags'>): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === 'title') field.value = title;
    if (field.name === 'slug') field.value = slug;
    const [, category] = CATEGORY.exec(field.name) ?? [];
    if (category) field.checked = categories.includes(Number(category));
  }
}

/** Shows the address that follows the title. */
function showSlug(form: HTMLFormElement, slug: string): void {
  const field = form.elements.namedItem('slug');
  if (field instanceof HTMLInputElement) field.placeholder = slug;
}

/** Shows the note on a published guide with changes that readers do not see yet. */
function showChanges(form: HTMLFormElement): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-changes]')) part.hidden = false;
}
