import { type EditorWords, fill } from '@guidepost/i18n/texts';
import type { CodeEditor } from './code/code-editor.ts';
import { isLoss, type Loss, openDocument } from './document/losses.ts';
import type { OpenedDocument } from './document/to-document.ts';
import { writeDom } from './markup/write-dom.ts';
import type { Margins, WrittenText } from './page/clear-area.ts';
import { element } from './page/element.ts';
import type { Uploads } from './visual/uploads.ts';
import type { VisualEditor } from './visual/visual-editor.ts';

/** A guide's content as text or as HTML. */
export interface ContentViews {
  element: HTMLElement;
  /** To the byte what was shown, unless it was edited. */
  html(): string;
  show(html: string): Promise<void>;
  focus(): void;
  /** The tools that stick to the top of the window. */
  bars: HTMLElement;
  /** Where the cursor is. */
  text: WrittenText;
}

export interface ContentViewOptions {
  visual: VisualEditor;
  words: EditorWords;
  margins: Margins;
  uploads: Pick<Uploads, 'settled'>;
  onChange(): void;
}

type ViewName = 'text' | 'html';

export function createContentViews({
  visual,
  words,
  margins,
  uploads,
  onChange,
}: ContentViewOptions): ContentViews {
  const reason = element('p', { class: 'reason', role: 'status' });
  const codeView = element('div', { class: 'code-view' });
  const buttons = (['text', 'html'] as const).map((name) =>
    element('button', { type: 'button', 'data-view': name, click: () => void choose(name) }, words[name]),
  );
  const choice = element(
    'div',
    { class: 'view-choice', role: 'group', 'aria-label': words.views },
    ...buttons,
  );
  // One row, so that the text does not jump when the table's tools come and go.
  const bars = element('div', { class: 'bars' }, visual.toolbar, visual.placeTools, choice);
  const root = element('div', { class: 'content-views' }, bars, reason, visual.element, codeView);
  let view: ViewName = 'text';
  let code: CodeEditor | undefined;
  /** As the HTML view was opened. */
  let shown = '';
  let isEdited = false;

  function html(): string {
    if (view === 'text' || !code) return visual.html();
    return isEdited ? code.html() : shown;
  }

  async function choose(name: ViewName): Promise<void> {
    if (name === view) return;
    // They are inserted into the text.
    await uploads.settled();
    if (name === 'html') await showCode(html());
    else showText(html());
    focus();
    reveal();
    // CodeMirror guesses how high lines are that it has not shown yet.
    requestAnimationFrame(reveal);
  }

  function showText(next: string): void {
    const isKnown = next === visual.html() && next !== '';
    const opened = isKnown ? undefined : openTyped(next);
    if (opened && isLoss(opened)) {
      explain(opened);
      return;
    }
    if (opened) visual.show(opened, next);
    switchTo('text');
  }

  /** HTML as people write it is read as browsers read it. */
  function openTyped(html: string): OpenedDocument | Loss {
    const opened = openDocument(visual.editor.schema, html);
    if (!isLoss(opened) || opened.kind !== 'syntax') return opened;
    const template = document.createElement('template');
    template.innerHTML = html;
    return openDocument(visual.editor.schema, writeDom(template.content));
  }

  async function showCode(next: string): Promise<void> {
    if (code) code.show(next);
    else code = await openCode(next);
    shown = next;
    isEdited = false;
    switchTo('html');
  }

  async function openCode(start: string): Promise<CodeEditor> {
    const { createCodeEditor } = await import('./code/code-editor.ts');
    const edited = () => {
      isEdited = true;
      onChange();
    };
    return createCodeEditor({ parent: codeView, words, html: start, margins, onChange: edited });
  }

  function explain(loss: Loss): void {
    reason.textContent = `${words.onlyHtml} ${describeLoss(loss, words)}`;
  }

  function switchTo(name: ViewName): void {
    view = name;
    for (const part of [visual.element, visual.toolbar, visual.placeTools]) part.hidden = name !== 'text';
    codeView.hidden = name !== 'html';
    reason.textContent = '';
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.view === name));
  }

  function focus(): void {
    if (view === 'html') code?.focus();
    else visual.focus();
  }

  function reveal(): void {
    if (view === 'html') code?.reveal();
    else visual.reveal();
  }

  return {
    element: root,
    html,
    async show(next) {
      const opened = openDocument(visual.editor.schema, next);
      if (isLoss(opened)) {
        await showCode(next);
        explain(opened);
      } else {
        visual.show(opened, next);
        switchTo('text');
      }
    },
    focus,
    bars,
    text: {
      caret: () => (view === 'html' ? code?.caret() : visual.caret()),
      reveal,
    },
  };
}

/** Why the text view cannot show the HTML, in a sentence. */
function describeLoss(loss: Loss, { losses }: EditorWords): string {
  switch (loss.kind) {
    case 'syntax':
      return fill(losses.syntax, { line: loss.line });
    case 'text':
      return fill(losses.text, { text: loss.text });
    case 'element':
      return fill(losses.element, { element: loss.element });
    case 'attribute':
      return fill(losses.attribute, { element: loss.element, attribute: loss.attribute });
    case 'removed-element':
      return fill(losses.removedElement, { element: loss.element });
    case 'removed-attribute':
      return fill(losses.removedAttribute, { element: loss.element, attribute: loss.attribute });
  }
}
