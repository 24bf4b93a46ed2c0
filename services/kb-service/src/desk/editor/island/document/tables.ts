import { type Editor, Extension, Node } from '@tiptap/core';
import { addRowAfter, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';

const hidden = { default: null, rendered: false, parseHTML: () => null };

/** `columns`: the `<colgroup>` as written, and how many columns the table then had. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({ columns: hidden }),
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: () => toNextCell(this.editor, 1),
      'Shift-Tab': () => toNextCell(this.editor, -1),
    };
  },
});

/** A table and its `<caption>`, which the source has in the table. */
const CaptionedTable = Node.create({
  name: 'captionedTable',
  group: 'block',
  content: 'line table',
  renderHTML: () => ['div', { class: 'captioned' }, 0],
});

/** `section`: the `<thead>`, `<tbody>` or `<tfoot>` that the row is in; rows with the same `n` share one. */
const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({ section: hidden }),
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

function cell(name: string, element: string): Node {
  const span = { default: 1, parseHTML: () => 1 };
  return Node.create({
    name,
    content: '(loose | block)+',
    isolating: true,
    addAttributes: () => ({ colspan: span, rowspan: span, colwidth: hidden }),
    renderHTML: ({ HTMLAttributes }) => [element, HTMLAttributes, 0],
  });
}

const ROLES: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

/** The role of each node in ProseMirror's commands for tables. */
const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
});

export const TABLES = [
  TableRoles,
  Table,
  CaptionedTable,
  Row,
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
];

/** After the last cell comes a new row. */
function toNextCell(editor: Editor, direction: 1 | -1): boolean {
  const { state, view } = editor;
  const go = goToNextCell(direction);
  if (go(state, view.dispatch)) return true;
  if (direction === -1 || !isInTable(state)) return false;
  addRowAfter(state, view.dispatch);
  return go(view.state, view.dispatch);
}
