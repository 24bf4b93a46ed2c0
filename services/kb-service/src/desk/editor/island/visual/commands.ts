import { type Editor, findParentNode } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { markType } from './schema-types.ts';

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
