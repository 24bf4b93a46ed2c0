import { type Editor, findParentNode } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { liftTarget } from '@tiptap/pm/transform';
import { type Attributes, classesOf, withClasses } from '../markup/markup.ts';
import { markType, nodeType } from './schema-types.ts';

export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type CalloutKind = (typeof CALLOUTS)[number];

type Found = { node: Node; pos: number; depth: number };

function findCallout(editor: Editor): Found | undefined {
  return findParentNode((node) => calloutOf(node) !== undefined)(editor.state.selection);
}

function calloutOf(node: Node): CalloutKind | undefined {
  if (node.type.name !== 'box') return undefined;
  return CALLOUTS.find((kind) => classesOf(node.attrs.attributes).includes(kind));
}

export function calloutAt(editor: Editor): CalloutKind | '' {
  const found = findCallout(editor);
  return (found && calloutOf(found.node)) ?? '';
}

/** Wraps the selection in a callout with a title, changes the kind of the one around it, or takes it away. */
export function setCallout(
  editor: Editor,
  kind: CalloutKind | '',
  titles: Record<CalloutKind, string>,
): void {
  const found = findCallout(editor);
  if (found && kind) changeCallout(editor, found, kind, titles);
  else if (found) unwrap(editor, found);
  else if (kind) wrapInCallout(editor, kind, titles[kind]);
}

function changeCallout(
  editor: Editor,
  { node, pos }: Found,
  kind: CalloutKind,
  titles: Record<CalloutKind, string>,
): void {
  const before = calloutOf(node);
  const { attributes } = node.attrs;
  const classes = classesOf(attributes).map((name) => (name === before ? kind : name));
  const tr = editor.state.tr.setNodeAttribute(pos, 'attributes', withClasses(attributes, classes));
  const title = node.firstChild;
  if (before && title?.textContent === titles[before]) {
    const marks = title.firstChild?.marks ?? [];
    tr.replaceWith(pos + 2, pos + 2 + title.content.size, editor.schema.text(titles[kind], marks));
  }
  editor.view.dispatch(tr);
}

function wrapInCallout(editor: Editor, kind: CalloutKind, title: string): void {
  const { schema } = editor;
  const heading = nodeType(editor, 'paragraph').create(
    null,
    schema.text(title, [markType(editor, 'bold').create()]),
  );
  wrap(editor, 'div', [['class', kind]], heading);
}

/** Puts the selected blocks in an element, after `first`. */
function wrap(editor: Editor, tag: string, attributes: Attributes, first: Node): number | undefined {
  const { $from, $to } = editor.state.selection;
  const range = $from.blockRange(
    $to,
    (parent) => parent.type.contentMatch.matchType(nodeType(editor, 'box')) !== null,
  );
  if (!range) return undefined;
  const { start, end, parent, startIndex, endIndex } = range;
  const blocks = parent.children.slice(startIndex, endIndex);
  const box = nodeType(editor, 'box').createChecked({ tag, attributes }, Fragment.from([first, ...blocks]));
  const tr = editor.state.tr.replaceWith(start, end, box);
  const moved = 1 + first.nodeSize;
  tr.setSelection(TextSelection.between(tr.doc.resolve($from.pos + moved), tr.doc.resolve($to.pos + moved)));
  editor.view.dispatch(tr.scrollIntoView());
  return start;
}

function unwrap(editor: Editor, { node, pos }: Found): void {
  const { tr } = editor.state;
  const range = tr.doc.resolve(pos + 1).blockRange(tr.doc.resolve(pos + node.nodeSize - 1));
  const target = range && liftTarget(range);
  if (!range || target === null || target === undefined) return;
  editor.view.dispatch(tr.lift(range, target));
}

export function isInDetails(editor: Editor): boolean {
  return findDetails(editor) !== undefined;
}

function findDetails(editor: Editor): Found | undefined {
  return findParentNode(({ type, attrs }) => type.name === 'box' && attrs.tag === 'details')(
    editor.state.selection,
  );
}

/** Wraps the selection in `<details>` with an empty title, where the cursor then is; or takes it away. */
export function toggleDetails(editor: Editor): void {
  const found = findDetails(editor);
  if (found) takeDetailsAway(editor, found);
  else wrapInDetails(editor);
}

function wrapInDetails(editor: Editor): void {
  const summary = nodeType(editor, 'line').create({ tag: 'summary' });
  const start = wrap(editor, 'details', [], summary);
  if (start !== undefined)
    editor
      .chain()
      .setTextSelection(start + 2)
      .scrollIntoView()
      .run();
}

function takeDetailsAway(editor: Editor, { node, pos }: Found): void {
  const { tr } = editor.state;
  const blocks = node.children.map((child) =>
    child.type.name === 'line' ? nodeType(editor, 'paragraph').create(null, child.content) : child,
  );
  const kept = blocks.filter((child) => child.type.name !== 'paragraph' || child.content.size > 0);
  tr.replaceWith(pos, pos + node.nodeSize, kept.length > 0 ? kept : blocks);
  tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
  editor.view.dispatch(tr);
}
