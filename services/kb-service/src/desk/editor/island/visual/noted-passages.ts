import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A passage that a note is about, by its words and those around it. */
export interface Passage {
  quote: string;
  before: string;
  after: string;
}

export interface NotedPassage extends Passage {
  id: string;
  /** Shown over the passage. */
  title: string;
}

/** Code points that notes keep. */
const LONGEST_QUOTE = 1_000;
const CONTEXT = 100;

const MARKS = new PluginKey<DecorationSet>('notedPassages');

/** Marks passages that have notes. Marks are no part of the document. */
export const NotedPassages = Extension.create({
  name: 'notedPassages',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: MARKS,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, marks) => tr.getMeta(MARKS) ?? marks.map(tr.mapping, tr.doc),
      },
      props: { decorations: (state) => MARKS.getState(state) },
    }),
  ],
});

/** Marks the passages that the text has. @returns the ids of their notes */
export function markPassages({ state, view }: Editor, passages: readonly NotedPassage[]): Set<string> {
  const text = textWithoutSpace(state.doc);
  const marks = passages.flatMap((passage) => {
    const found = findPassage(text, passage);
    const { id, title } = passage;
    return found ? [Decoration.inline(found.from, found.to, { class: 'noted', title }, { id })] : [];
  });
  const marked = new Set<string>(marks.map(({ spec }) => spec.id));
  // Making the set empties the list.
  view.dispatch(state.tr.setMeta(MARKS, DecorationSet.create(state.doc, marks)));
  return marked;
}

/** Selects the passage of a note, in view. */
export function showPassage(editor: Editor, id: string): void {
  const { state, view } = editor;
  const [mark] = MARKS.getState(state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
  if (!mark) return;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, mark.from, mark.to)).scrollIntoView());
  view.focus();
}

/** Undefined if no words are selected. */
export function selectedPassage({ state }: Editor): Passage | undefined {
  const { from, to } = state.selection;
  const textBetween = (start: number, end: number) =>
    Array.from(state.doc.textBetween(start, end, ' ', ' ').replaceAll(/\s+/g, ' '));
  const quote = textBetween(from, to).slice(0, LONGEST_QUOTE).join('').trim();
  if (!quote) return undefined;
  return {
    quote,
    before: textBetween(Math.max(0, from - 2 * CONTEXT), from)
      .slice(-CONTEXT)
      .join(''),
    after: textBetween(to, Math.min(state.doc.content.size, to + 2 * CONTEXT))
      .slice(0, CONTEXT)
      .join(''),
  };
}

interface BareText {
  text: string;
  /** The position of each of its units in the document. */
  positions: number[];
}

/** White space does not count, so that passages may go across blocks. */
function textWithoutSpace(document: Node): BareText {
  const positions: number[] = [];
  const parts: string[] = [];
  document.descendants((node, start) => {
    for (const { 0: part, index } of (node.text ?? '').matchAll(/\S/g)) {
      parts.push(part);
      positions.push(start + index);
    }
  });
  return { text: parts.join(''), positions };
}

/** Among several places the one whose surroundings are most alike. */
function findPassage({ text, positions }: BareText, { quote, before, after }: Passage) {
  const [bare = '', left = '', right = ''] = [quote, before, after].map((each) => each.replaceAll(/\s/g, ''));
  let best = { at: -1, likeness: -1 };
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    const likeness = alikeBefore(text, at, left) + alikeFrom(text, at + bare.length, right);
    if (likeness > best.likeness) best = { at, likeness };
  }
  const from = positions[best.at];
  const last = positions[best.at + bare.length - 1];
  return from === undefined || last === undefined ? undefined : { from, to: last + 1 };
}

function alikeBefore(text: string, end: number, words: string): number {
  let count = 0;
  while (count < words.length && words.at(-1 - count) === text[end - 1 - count]) count += 1;
  return count;
}

function alikeFrom(text: string, start: number, words: string): number {
  let count = 0;
  while (count < words.length && words[count] === text[start + count]) count += 1;
  return count;
}
