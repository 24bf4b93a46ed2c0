import type { Block, Box } from '../markup/content.ts';
import { type Attributes, attributeOf } from '../markup/markup.ts';

/** A `<thead>`, `<tbody>` or `<tfoot>`. */
export interface TableSection {
  n: number;
  name: string;
  attributes: Attributes;
  gap: string;
  end: string;
}

export interface TableRow {
  element: Box;
  section: TableSection | null;
  cells: Box[];
}

export interface TableColumns {
  source: string;
  gap: string;
  count: number;
}

export interface TableContent {
  caption: Block | undefined;
  columns: TableColumns | null;
  rows: TableRow[];
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

/** @returns undefined if anything but a caption, columns and rows is in it */
export function readTable({ blocks }: Box): TableContent | undefined {
  const [first] = blocks;
  const caption = first?.kind === 'line' && first.name === 'caption' ? first : undefined;
  const parts = blocks.slice(caption ? 1 : 0);
  if (!parts.every(isBox)) return undefined;
  const columns = parts[0]?.name === 'colgroup' ? parts[0] : undefined;
  const rows = rowsOf(parts.slice(columns ? 1 : 0));
  if (!rows || rows.length === 0) return undefined;
  const count = widthOf(rows);
  const kept = columns ? { source: columns.source, gap: columns.gap, count } : null;
  return { caption, columns: kept, rows };
}

function rowsOf(parts: readonly Box[]): TableRow[] | undefined {
  const rows: (TableRow | undefined)[] = parts.flatMap((part, n) => {
    if (part.name === 'tr') return [readRow(part, null)];
    if (!SECTIONS.has(part.name) || part.blocks.length === 0) return [undefined];
    const { name, attributes, gap, end } = part;
    return part.blocks.map((row) => readRow(row, { n, name, attributes, gap, end }));
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function readRow(element: Block, section: TableSection | null): TableRow | undefined {
  if (!isBox(element) || element.name !== 'tr') return undefined;
  const cells = element.blocks;
  if (!cells.every(isCell)) return undefined;
  return { element, section, cells: [...cells] };
}

function isBox(block: Block): block is Box {
  return block.kind === 'box';
}

function isCell(block: Block): block is Box {
  return isBox(block) && (block.name === 'td' || block.name === 'th');
}

function widthOf(rows: readonly TableRow[]): number {
  const [first] = rows;
  return first?.cells.reduce((sum, { attributes }) => sum + spanOf(attributes, 'colspan'), 0) ?? 0;
}

/** Whether each place of the table is taken by exactly one cell, as editing by rows and columns needs it. */
export function isGrid({ rows }: TableContent): boolean {
  const width = widthOf(rows);
  const taken = rows.map(() => Array.from({ length: width }, () => false));
  for (const [top, { cells }] of rows.entries()) {
    for (const { attributes } of cells) {
      const left = taken[top]?.indexOf(false) ?? -1;
      if (left === -1) return false;
      for (let row = top; row < top + spanOf(attributes, 'rowspan'); row += 1) {
        for (let column = left; column < left + spanOf(attributes, 'colspan'); column += 1) {
          if (taken[row]?.[column] !== false) return false;
          (taken[row] as boolean[])[column] = true;
        }
      }
    }
  }
  return width > 0 && taken.every((row) => row.every(Boolean));
}

export function spanOf(attributes: Attributes, name: 'colspan' | 'rowspan'): number {
  const span = Number(attributeOf(attributes, name) ?? 1);
  return Number.isInteger(span) && span > 0 ? span : 1;
}
