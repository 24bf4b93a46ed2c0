import { type Editor, findParentNode } from '@tiptap/core';
import { Fragment, type Node, type NodeType } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { selectedRect } from '@tiptap/pm/tables';
import { liftTarget } from '@tiptap/pm/transform';
import {
  type Attributes,
  classesOf,
  withAttribute,
  withClasses,
  withoutAttribute,
} from '../markup/markup.ts';

export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type CalloutKind = (typeof CALLOUTS)[number];

/** `kbd`, `mark`, `sub`, `sup` and the like, which share a type in the schema. */
export function toggleInline(editor: Editor, tag: string): void {
  const { state, view } = editor;
  const { empty, from, to } = state.selection;
  const type = markType(editor, 'inline');
  const { tr } = state;
  if (empty) {
    const stored = state.storedMarks ?? state.selection.$from.marks();
    const others = stored.filter((mark) => mark.type !== type || mark.attrs.tag !== tag);
    const isOn = others.length < stored.length;
    tr.setStoredMarks(isOn ? others : type.create({ tag }).addToSet(stored));
  } else if (isInline(editor, tag)) {
    state.doc.nodesBetween(from, to, (node) => {
      for (const mark of node.marks)
        if (mark.type === type && mark.attrs.tag === tag) tr.removeMark(from, to, mark);
    });
  } else tr.addMark(from, to, type.create({ tag }));
  view.dispatch(tr);
}

export function isInline(editor: Editor, tag: string): boolean {
  return editor.isActive('inline', { tag });
}

function markType(editor: Editor, name: string) {
  const type = editor.schema.marks[name];
  if (!type) throw new Error(`The schema has no mark ${name}.`);
  return type;
}

function nodeType(editor: Editor, name: string): NodeType {
  const type = editor.schema.nodes[name];
  if (!type) throw new Error(`The schema has no node ${name}.`);
  return type;
}

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
  if (start !== undefined) editor.commands.setTextSelection(start + 2);
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

const isItem = (node: Node) => node.type.name === 'listItem';

export function isTask(editor: Editor): boolean {
  return typeof findParentNode(isItem)(editor.state.selection)?.node.attrs.task === 'boolean';
}

/** Makes the items of the list tasks, in a new list if there is none; or text again. */
export function toggleTasks(editor: Editor): void {
  if (isTask(editor)) {
    editor.commands.liftListItem('listItem');
    return;
  }
  if (!findParentNode(isItem)(editor.state.selection)) editor.commands.toggleBulletList();
  const { tr, selection } = editor.state;
  const list = findParentNode(({ type }) => type.name === 'bulletList' || type.name === 'orderedList')(
    selection,
  );
  list?.node.forEach((item, offset) => {
    tr.setNodeAttribute(list.start + offset, 'task', item.attrs.task ?? false);
  });
  editor.view.dispatch(tr);
}

/** Code has no marks, unless it came with some. */
export function makeCode(editor: Editor): void {
  const { tr, selection, doc } = editor.state;
  doc.nodesBetween(selection.from, selection.to, (node, pos) => {
    if (node.isTextblock) tr.removeMark(pos, pos + node.nodeSize);
  });
  editor.view.dispatch(tr);
  editor.commands.setCodeBlock();
}

/** Ticks the task that the cursor is in, or takes its tick away. */
export function tickTask(editor: Editor): boolean {
  const found = findParentNode(isItem)(editor.state.selection);
  if (typeof found?.node.attrs.task !== 'boolean') return false;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(found.pos, 'task', !found.node.attrs.task));
  return true;
}

const HEAD = { n: 0, name: 'thead', attributes: [], gap: '\n', end: '\n' };
const BODY = { n: 1, name: 'tbody', attributes: [], gap: '\n', end: '\n' };

/** Three columns, a row of headings and two of cells. */
export function insertTable(editor: Editor): void {
  const row = (cell: string, section: object) => {
    const cells = [1, 2, 3]
      .map(() => nodeType(editor, cell).createAndFill({ gap: '\n' }))
      .filter((each) => each !== null);
    return nodeType(editor, 'tableRow').create({ section, gap: '\n', end: '\n' }, cells);
  };
  const rows = [row('tableHeader', HEAD), row('tableCell', BODY), row('tableCell', BODY)];
  const table = nodeType(editor, 'table').create({ end: '\n' }, rows);
  const { tr } = editor.state;
  const at = tr.selection.from;
  tr.replaceSelectionWith(table);
  tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(at, -1) + 1)));
  editor.view.dispatch(tr.scrollIntoView());
}

/** Removes the table that the cursor is in, with its caption. */
export function deleteTable(editor: Editor): void {
  const { selection, tr } = editor.state;
  const found =
    findParentNode(({ type }) => type.name === 'captionedTable')(selection) ??
    findParentNode(({ type }) => type.name === 'table')(selection);
  if (found) editor.view.dispatch(tr.delete(found.pos, found.pos + found.node.nodeSize).scrollIntoView());
}

export type Alignment = 'none' | 'left' | 'center' | 'right';

export function alignmentAt(editor: Editor): Alignment {
  const cell = findParentNode(({ type }) => type.name === 'tableCell' || type.name === 'tableHeader')(
    editor.state.selection,
  );
  const attributes: Attributes = cell?.node.attrs.attributes ?? [];
  const value = attributes.find(([name]) => name === 'align')?.[1];
  return value === 'left' || value === 'center' || value === 'right' ? value : 'none';
}

/** Aligns the columns of the selected cells. */
export function alignColumns(editor: Editor, alignment: Alignment): void {
  const { tr } = editor.state;
  const { map, table, tableStart, left, right } = selectedRect(editor.state);
  for (const pos of map.cellsInRect({ left, right, top: 0, bottom: map.height })) {
    const attributes: Attributes = table.nodeAt(pos)?.attrs.attributes ?? [];
    const aligned =
      alignment === 'none'
        ? withoutAttribute(attributes, 'align')
        : withAttribute(attributes, 'align', alignment);
    tr.setNodeAttribute(tableStart + pos, 'attributes', aligned);
  }
  editor.view.dispatch(tr);
}
