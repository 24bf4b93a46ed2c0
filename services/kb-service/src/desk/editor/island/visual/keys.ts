import { type Editor, Extension, findParentNode } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { tickTask } from './commands.ts';

/** Enter in a title, a caption or a term, and Mod-Enter in a task. */
export const Keys = Extension.create({
  name: 'keys',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      Enter: () => leaveLine(this.editor),
      'Mod-Enter': () => tickTask(this.editor),
    };
  },
});

function leaveLine(editor: Editor): boolean {
  const line = findParentNode(({ type }) => type.name === 'line')(editor.state.selection);
  if (!line || !editor.state.selection.empty) return false;
  const { tr, schema } = editor.state;
  const after = line.pos + line.node.nodeSize;
  const next = tr.doc.resolve(after).nodeAfter;
  if (line.node.attrs.tag === 'figcaption') return leaveBox(editor);
  if (line.node.attrs.tag === 'dt') {
    const definition = schema.node('box', { tag: 'dd' }, [schema.node('loose', { home: 'dd' })]);
    tr.insert(after, definition).setSelection(TextSelection.near(tr.doc.resolve(after + 2)));
  } else {
    if (!next) tr.insert(after, schema.node('paragraph'));
    tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1)));
  }
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

function leaveBox(editor: Editor): boolean {
  const box = findParentNode(({ type }) => type.name === 'box')(editor.state.selection);
  if (!box) return false;
  const after = box.pos + box.node.nodeSize;
  const { tr, schema } = editor.state;
  tr.insert(after, schema.node('paragraph')).setSelection(TextSelection.create(tr.doc, after + 1));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}
