import { Parser } from 'htmlparser2';
import { codeBlock } from './markdown.ts';

/** Characters of a cell in a table whose columns stand below each other. */
const WIDEST = 80;

/** Elements that a block of code cannot show. */
const RICH = new Set(['a', 'img', 'ul', 'ol', 'pre', 'blockquote', 'iframe', 'table']);

/**
 * Which tables of a text can be shown as code, in their order: those with several columns of short plain texts. Others
 * are there for their looks, or have links and images, which code cannot have.
 */
export function plainTables(html: string): boolean[] {
  const tables: { isPlain: boolean; cells: number; mostCells: number; characters: number }[] = [];
  const open: typeof tables = [];
  const parser = new Parser({
    onopentag(name) {
      const table = open.at(-1);
      if (table && RICH.has(name)) table.isPlain = false;
      if (name === 'table') {
        const opened = { isPlain: true, cells: 0, mostCells: 0, characters: 0 };
        tables.push(opened);
        open.push(opened);
      } else if (table && name === 'tr') table.cells = 0;
      else if (table && (name === 'td' || name === 'th')) {
        table.cells += 1;
        table.mostCells = Math.max(table.mostCells, table.cells);
        table.characters = 0;
      }
    },
    ontext(text) {
      const table = open.at(-1);
      if (!table) return;
      table.characters += text.length;
      if (table.characters > WIDEST && text.trim() !== '') table.isPlain = false;
    },
    onclosetag(name) {
      if (name === 'table') open.pop();
    },
  });
  parser.end(html);
  return tables.map(({ isPlain, mostCells }) => isPlain && mostCells > 1);
}

export interface CodeTable {
  /** A row begins with `tr`, a cell with `td` or `th`; others are spaces between words. */
  open(name: string): void;
  text(written: string): void;
  lines(): string[];
}

/** Collects the cells of a table for a block of code. */
export function createCodeTable(): CodeTable {
  const rows: string[][] = [];

  function add(text: string): void {
    const row = rows.at(-1);
    if (row && row.length > 0) row.push((row.pop() ?? '') + text);
  }

  return {
    open(name) {
      if (name === 'tr') rows.push([]);
      else if (name === 'td' || name === 'th') (rows.at(-1) ?? startRow(rows)).push('');
      else if (BREAKS.has(name)) add(' ');
    },
    text: add,
    lines() {
      const table = rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()));
      const widths: number[] = [];
      for (const row of table)
        for (const [place, cell] of row.entries())
          widths[place] = Math.max(widths[place] ?? 0, Array.from(cell).length);
      const lines = table.map((row) => row.map((cell, place) => padded(cell, widths[place] ?? 0)));
      return codeBlock(lines.map((row) => row.join(' | ').trimEnd()).filter((line) => line !== ''));
    },
  };
}

const BREAKS = new Set(['br', 'p', 'div']);

function startRow(rows: string[][]): string[] {
  const row: string[] = [];
  rows.push(row);
  return row;
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - Array.from(cell).length);
}
