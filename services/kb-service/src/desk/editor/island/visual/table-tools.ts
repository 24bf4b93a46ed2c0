import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  mergeCells,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables';
import { type IconName, icon } from './icons.ts';
import { type Alignment, alignColumns, alignmentAt, deleteTable } from './table-commands.ts';
import { createToolbar, type Toolbar } from './toolbar.ts';
import { createButton, createSelect, type Tool } from './tools.ts';

/** The toolbar for the table that the cursor is in. */
export function createTableTools(editor: Editor, { tables }: EditorWords): Toolbar {
  function tool(name: keyof typeof tables & IconName, command: Command): Tool {
    return createButton({
      label: tables[name],
      icon: icon(name),
      run() {
        editor.commands.focus();
        command(editor.state, editor.view.dispatch);
      },
      isEnabled: () => command(editor.state),
    });
  }

  const header = (type: 'row' | 'column') => toggleHeader(type);
  const groups = [
    [tool('rowAbove', addRowBefore), tool('rowBelow', addRowAfter), tool('deleteRow', deleteRow)],
    [
      tool('columnBefore', addColumnBefore),
      tool('columnAfter', addColumnAfter),
      tool('deleteColumn', deleteColumn),
    ],
    [
      tool('headerRow', header('row')),
      tool('headerColumn', header('column')),
      alignmentSelect(editor, tables),
    ],
    [tool('merge', mergeCells), tool('split', splitCell)],
    [
      createButton({
        label: tables.deleteTable,
        icon: icon('deleteTable'),
        run() {
          editor.commands.focus();
          deleteTable(editor);
        },
      }),
    ],
  ];
  return createToolbar({ label: tables.toolbar, groups, leave: () => editor.commands.focus() });
}

function alignmentSelect(editor: Editor, { alignment, alignments }: EditorWords['tables']): Tool {
  return createSelect({
    label: alignment,
    options: Object.entries(alignments),
    value: () => alignmentAt(editor),
    choose(value) {
      editor.commands.focus();
      alignColumns(editor, value as Alignment);
    },
  });
}
