import type { EditorWords } from '@guidepost/i18n/texts';
import { Editor, type Extensions } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { closeHistory } from '@tiptap/pm/history';
import { Selection } from '@tiptap/pm/state';
import { Box, Bullets, Code, Headings, Item, Line, Loose, Numbers, Quotation } from '../document/blocks.ts';
import { type WriteDocument, writeEdited } from '../document/from-document.ts';
import { Image, INLINES } from '../document/inlines.ts';
import { KeptAttributes } from '../document/kept-attributes.ts';
import { TABLES } from '../document/tables.ts';
import type { OpenedDocument } from '../document/to-document.ts';
import type { Margins, WrittenText } from '../page/clear-area.ts';
import { element, newId } from '../page/element.ts';
import { BlockMenu } from './block-menu.ts';
import { blockChoices } from './blocks.ts';
import { createClipboard } from './clipboard.ts';
import { createFormatting, type Dialogs } from './formatting.ts';
import { createImageTools } from './image-tools.ts';
import { Keys } from './keys.ts';
import { NotedPassages } from './noted-passages.ts';
import type { RenderMarkdown } from './paste-markdown.ts';
import { createTableTools } from './table-tools.ts';
import { TypedLinks } from './typed-links.ts';
import type { Uploads } from './uploads.ts';

/** Everything that a guide may consist of. The document's schema follows from it. */
export const DOCUMENT: Extensions = [
  Document,
  Text,
  Paragraph,
  Headings,
  HardBreak,
  HorizontalRule,
  Loose,
  Line,
  Box,
  Quotation,
  Bullets,
  Numbers,
  Item,
  ListKeymap,
  Code,
  ...INLINES,
  ...TABLES,
  KeptAttributes,
];

export interface VisualEditor extends WrittenText {
  /** The text. */
  element: HTMLElement;
  toolbar: HTMLElement;
  /** Tools for the table or the code block that the cursor is in, or for the image that is selected. */
  placeTools: HTMLElement;
  editor: Editor;
  /** Replaces the text; can be undone unless it is the first. */
  show(opened: OpenedDocument, html: string): void;
  html(): string;
  focus(): void;
}

export interface VisualOptions {
  words: EditorWords;
  /** Attributes of the text. */
  text: { lang: string; dir: 'ltr' | 'rtl' };
  /** Where images of drafts are loaded from, in place of `/files/`. */
  files: string;
  /** Files that were dropped or pasted. */
  uploads: Pick<Uploads, 'extension' | 'isNew' | 'replace' | 'refuse'>;
  /** Kept between the cursor and the edges of the window. */
  margins: Margins;
  render: RenderMarkdown;
  onChange(): void;
  dialogs(editor: Editor): Dialogs & { files(files: File[]): void };
}

export function createVisualEditor({
  words,
  text,
  files,
  uploads,
  margins,
  render,
  onChange,
  dialogs,
}: VisualOptions): VisualEditor {
  const surface = element('div', { class: 'surface prose' });
  const clipboard = createClipboard(() => editor, {
    files: (dropped) => asks.files(dropped),
    refuse: (size) => uploads.refuse(editor, { name: words.pasted, size }, words.pastedTooLong),
    image: words.tools.image,
    render,
  });
  const editor: Editor = new Editor({
    element: surface,
    injectCSS: false,
    extensions: [
      ...DOCUMENT.filter(({ name }) => name !== Item.name && name !== Image.name),
      Item.configure({ checkbox: words.taskDone }),
      Image.configure({ files, isNew: uploads.isNew, words: words.images }),
      uploads.extension,
      Keys,
      TypedLinks,
      NotedPassages,
      BlockMenu.configure({
        label: words.blocks,
        margins,
        choices: () => blockChoices(editor, words, asks),
      }),
      UndoRedo,
      Dropcursor,
      Gapcursor,
      placeholder(words),
    ],
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        ...text,
        'aria-label': words.editor,
        'aria-placeholder': words.placeholder,
        id: newId(),
      },
      ...clipboard,
      scrollMargin: margins,
      scrollThreshold: margins,
      handleDOMEvents: { ...clipboard.handleDOMEvents, click: (_, event) => tickByClick(editor, event) },
      handleKeyDown: (_, event) => handleKey(event),
    },
  });
  const asks = dialogs(editor);
  const formatting = createFormatting(editor, words, asks);
  const tableTools = createTableTools(editor, words);
  const language = createLanguageField(editor, words);
  const imageTools = createImageTools(editor, words, {
    link: asks.link,
    replace: (at, file) => uploads.replace(editor, at, file),
  });
  let original = '';
  let isFirst = true;
  let opened: OpenedDocument = { document: editor.state.doc, sources: new WeakMap() };
  let write: WriteDocument = writeEdited(opened);

  function handleKey(event: KeyboardEvent): boolean {
    if (event.key === 'F10' && event.altKey) formatting.focus();
    else if (isForNote(event)) asks.remark();
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) asks.link();
    else return false;
    return true;
  }

  function refresh(): void {
    formatting.refresh();
    tableTools.element.hidden = !editor.isActive('table');
    if (!tableTools.element.hidden) tableTools.refresh();
    language.refresh();
    imageTools.refresh();
  }

  editor.on('transaction', refresh);
  editor.on('update', onChange);
  refresh();
  return {
    element: surface,
    toolbar: formatting.element,
    placeTools: element(
      'div',
      { class: 'place-tools' },
      tableTools.element,
      language.element,
      imageTools.element,
    ),
    editor,
    show(next, html) {
      const { state } = editor;
      const tr = state.tr.replaceWith(0, state.doc.content.size, next.document.content);
      if (isFirst) tr.setMeta('addToHistory', false).setSelection(Selection.atStart(tr.doc));
      isFirst = false;
      editor.view.dispatch(tr.setMeta('preventUpdate', true));
      // The next typing is undone alone.
      editor.view.dispatch(closeHistory(editor.state.tr));
      opened = { document: editor.state.doc, sources: next.sources };
      original = html;
      write = writeEdited(opened);
    },
    html: () => (editor.state.doc.eq(opened.document) ? original : write(editor.state.doc)),
    // At once: TipTap's own waits for a frame, and the next letter would go to the field before.
    focus: () => editor.view.focus(),
    caret: () => (editor.view.hasFocus() ? editor.view.coordsAtPos(editor.state.selection.head) : undefined),
    reveal: () => editor.view.dispatch(editor.state.tr.scrollIntoView()),
  };
}

function placeholder({ summary, placeholder }: EditorWords) {
  return Placeholder.configure({
    includeChildren: true,
    showOnlyCurrent: false,
    placeholder({ node, editor }) {
      if (node.type.name === 'line' && node.attrs.tag === 'summary') return summary;
      return node.type.name === 'paragraph' && editor.isEmpty ? placeholder : '';
    },
  });
}

/** The checkbox of a task. */
function tickByClick(editor: Editor, event: MouseEvent): boolean {
  const { target } = event;
  if (target instanceof HTMLAnchorElement) event.preventDefault();
  if (!(target instanceof HTMLInputElement) || !target.parentElement) return false;
  const inside = editor.state.doc.resolve(editor.view.posAtDOM(target.parentElement, 0));
  const pos = inside.before(inside.depth);
  const node = editor.state.doc.nodeAt(pos);
  if (typeof node?.attrs.task !== 'boolean') return false;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'task', !node.attrs.task));
  return true;
}

/** The programming language of the code block that the cursor is in. */
function createLanguageField(editor: Editor, { language }: EditorWords) {
  const field = element('input', {
    type: 'text',
    size: '12',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: language,
  });
  const label = element('label', { class: 'language' }, element('span', {}, language), field);
  field.addEventListener('input', () => {
    const name = field.value.trim().toLowerCase();
    const isValid = /^[\w+#.-]{0,40}$/.test(name);
    field.setAttribute('aria-invalid', String(!isValid));
    if (isValid) editor.commands.updateAttributes('codeBlock', { language: name || null });
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // It would send the form around the editor.
    event.preventDefault();
    editor.commands.focus();
  });
  return {
    element: label,
    refresh() {
      label.hidden = !editor.isActive('codeBlock');
      if (document.activeElement !== field) field.value = editor.getAttributes('codeBlock').language ?? '';
    },
  };
}

/** `Ctrl+Alt+M`; with the option key of a Mac it is `µ`, as with AltGr elsewhere, which types it. */
function isForNote(event: KeyboardEvent): boolean {
  const isHeld = event.altKey && (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  return isHeld && ['m', 'µ'].includes(event.key.toLowerCase());
}
