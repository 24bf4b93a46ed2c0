import { type Editor, findParentNode } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { selectedRect } from '@tiptap/pm/tables';
import { type Attributes, withAttribute, withoutAttribute } from '../markup/markup.ts';
import { revealBlock } from '../page/clear-area.ts';
import { nodeType } from './schema-types.ts';

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
  revealBlock(editor);
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
