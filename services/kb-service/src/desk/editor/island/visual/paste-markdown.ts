import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';

/** Asks the service for the HTML of Markdown; undefined without an answer. */
export type RenderMarkdown = (markdown: string) => Promise<string | undefined>;

const FENCE = /^ {0,3}(?:```|~~~)/;
const TITLE = /^ {0,3}# +\S/;
const HEADING = /^ {0,3}#{2,6} +\S/;
const UNDERLINE = /^(?:={3,}|-{3,}) *$/;
const COLUMNS = /^[ |:-]+$/;
const ITEM = /^ *(?:[*+-]|\d{1,3}[.)]) +\S/;
const QUOTE = /^ {0,3}> ?\S/;

/**
 * Whether a text has headings, tables, code, lists or quotations as Markdown writes them. A single `-`, `>` or `#` may
 * mean something else, such as a comment in a script.
 */
export function looksLikeMarkdown(text: string): boolean {
  const lines = ['', ...text.split(/\r\n?|\n/).map((line) => line.trimEnd()), ''];
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length;
  return (
    count(FENCE) >= 2 ||
    count(ITEM) >= 2 ||
    count(QUOTE) >= 2 ||
    count(HEADING) >= 1 ||
    lines.some((line, index) => isHeadingOrTable(line, lines[index - 1] ?? '', lines[index + 1] ?? ''))
  );
}

function isHeadingOrTable(line: string, before: string, after: string): boolean {
  if (TITLE.test(line)) return before === '' && after === '';
  if (UNDERLINE.test(line)) return /\S/.test(before) && after === '';
  return COLUMNS.test(line) && /\|/.test(line) && /-/.test(line) && before.includes('|');
}

/** Whether HTML, which was disarmed, only shows how a text editor or a terminal colours the text. */
export function isOfPlainText(html: string, text: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const letters = (shown: string | null) => shown?.replace(/\s+/g, '');
  return (
    !body.querySelector(':not(div, span, pre, br, meta, font, b)') &&
    letters(body.textContent) === letters(text)
  );
}

export interface PastedMarkdown {
  text: string;
  render: RenderMarkdown;
  /** As the editor pastes the HTML. */
  read(html: string): Slice;
}

/**
 * Pastes Markdown as it is written, and formats it when the service has answered, unless it was changed meanwhile.
 * Undoing that once gives it back as it was written (F28).
 */
export async function pasteMarkdown(editor: Editor, { text, render, read }: PastedMarkdown): Promise<void> {
  const pasted = follow(editor, pastePlainText(editor, text));
  const html = await render(text);
  const place = pasted.leave();
  if (html === undefined || !place) return;
  const { view } = editor;
  view.dispatch(closeHistory(view.state.tr));
  const { tr, selection } = view.state;
  tr.replaceRange(place.from, place.to, read(html));
  if (selection.empty && selection.from === place.to)
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(place.to)), -1)).scrollIntoView();
  view.dispatch(tr);
  // The next typing is undone alone.
  view.dispatch(closeHistory(view.state.tr));
}

interface Place {
  from: number;
  to: number;
}

function pastePlainText({ view }: Editor, text: string): Place {
  view.dispatch(closeHistory(view.state.tr));
  const { tr, selection, schema } = view.state;
  const { from, to } = selection;
  tr.replaceSelection(inParagraphs(schema, text)).scrollIntoView().setMeta('paste', true);
  view.dispatch(tr);
  return { from: tr.mapping.map(from, -1), to: tr.mapping.map(to, 1) };
}

/** As ProseMirror pastes plain text. */
function inParagraphs(schema: Schema, text: string): Slice {
  const lines = text.split(/(?:\r\n?|\n)+/);
  const paragraphs = lines.map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []));
  return Slice.maxOpen(Fragment.from(paragraphs));
}

/** Keeps track of where something is while others write around it. */
function follow(editor: Editor, place: Place) {
  const before = editor.state.doc.slice(place.from, place.to);
  let { from, to } = place;
  const move = ({ transaction: { mapping } }: { transaction: Transaction }) => {
    from = mapping.map(from, 1);
    to = mapping.map(to, -1);
  };
  editor.on('transaction', move);
  return {
    /** @returns where it is, if it is as it was */
    leave(): Place | undefined {
      editor.off('transaction', move);
      const isUnchanged = !editor.isDestroyed && from < to && editor.state.doc.slice(from, to).eq(before);
      return isUnchanged ? { from, to } : undefined;
    },
  };
}
