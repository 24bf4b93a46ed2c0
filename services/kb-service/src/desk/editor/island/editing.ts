import { type ContentViews, createContentViews } from './content-views.ts';
import { insertImages, openImageDialog } from './dialogs/image-dialog.ts';
import { openLinkDialog } from './dialogs/link-dialog.ts';
import { openVideoDialog } from './dialogs/video-dialog.ts';
import { createMargins, keepClear, type Margins } from './page/clear-area.ts';
import { showFieldProblems } from './page/field-problems.ts';
import { readFields, showChanges, showSlug, writeFields } from './page/fields.ts';
import type { GuidePage } from './page/guide-page.ts';
import { renderMarkdown } from './page/render-markdown.ts';
import type { Snapshot } from './page/snapshot.ts';
import { createDecisions } from './saving/decisions.ts';
import { openKeptTexts } from './saving/kept-texts.ts';
import { createSaver, type Saver } from './saving/saver.ts';
import { createStatusLine } from './saving/status-line.ts';
import { watchPage } from './saving/watch-page.ts';
import { createVisualEditor } from './visual/visual-editor.ts';

export interface EditorPlace {
  place: HTMLElement;
  /** With the other fields of the guide. */
  form: HTMLFormElement;
}

/** Takes over the part of the page that the editor is in. */
export async function startEditing(page: GuidePage, { place, form }: EditorPlace): Promise<void> {
  const { words, urls } = page;
  let saver: Saver | undefined;
  const onChange = () => saver?.changed();
  const typed = place.querySelector('textarea')?.value;
  const margins = createMargins();
  const views = createViews(page, margins, onChange);
  await views.show(page.contentHtml);

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
    writeFields(form, { ...readFields(form, page), ...others });
  saver = createSaver({ page, snapshot, adopt, kept, onState: showState });
  const decisions = createDecisions({ page, saver, kept, status, snapshot, show, write: views.focus });

  async function show(next: Snapshot): Promise<void> {
    writeFields(form, next);
    await views.show(next.contentHtml);
  }

  place.replaceChildren(views.element, status.element);
  const heading = form.querySelector<HTMLElement>('.editing-heading');
  keepClear(margins, { heading, tools: views.bars, status: status.element }, views.text);
  watchPage({ saver, form, place, onChange, snapshot, write: views.focus });
  place.dataset.ready = '';
  performance.mark('editor-ready');
  // Before the editor was there.
  const isTyped = typed !== undefined && typed !== page.contentHtml.replaceAll('\r', '');
  if (isTyped) await views.show(typed);
  if (isTyped || snapshot().title !== page.title) onChange();
  await decisions.restore();
}

function createViews(page: GuidePage, margins: Margins, onChange: () => void): ContentViews {
  const { words, urls } = page;
  const upload = { words, url: urls.images, token: () => page.token };
  const visual = createVisualEditor({
    words,
    files: urls.files,
    margins,
    render: (markdown) => renderMarkdown({ url: urls.markdown, token: page.token }, markdown),
    onChange,
    dialogs: (editor) => ({
      link: () => openLinkDialog(editor, { words, url: urls.links }),
      image: () => openImageDialog(editor, upload),
      video: () => openVideoDialog(editor, words),
      files: (files) => void insertImages(editor, upload, files),
    }),
  });
  return createContentViews({ visual, words, margins, onChange });
}
