import type { Editor } from '@tiptap/core';
import type { MarkType, NodeType } from '@tiptap/pm/model';

export function markType(editor: Editor, name: string): MarkType {
  const type = editor.schema.marks[name];
  if (!type) throw new Error(`The schema has no mark ${name}.`);
  return type;
}

export function nodeType(editor: Editor, name: string): NodeType {
  const type = editor.schema.nodes[name];
  if (!type) throw new Error(`The schema has no node ${name}.`);
  return type;
}
