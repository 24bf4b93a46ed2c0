import type { Node } from '@tiptap/pm/model';
import type { TableSection } from './table-content.ts';

interface RowGroup {
  section: TableSection | null;
  rows: Node[];
}

const BODY: TableSection = { n: -1, name: 'tbody', attributes: [], gap: '', end: '' };

/** The rows of each section; a new row joins the body beside it. */
export function groupRows(rows: readonly Node[]): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const [index, row] of rows.entries()) {
    const section = sectionOf(rows, index);
    const last = groups.at(-1);
    if (last && last.section?.n === section?.n) last.rows.push(row);
    else groups.push({ section, rows: [row] });
  }
  return groups;
}

function sectionOf(rows: readonly Node[], index: number): TableSection | null {
  const own = known(rows[index]);
  if (own) return own;
  const before = rows.slice(0, index).map(known).findLast(Boolean) ?? null;
  const after =
    rows
      .slice(index + 1)
      .map(known)
      .find(Boolean) ?? null;
  if (before?.name === 'thead') return after ?? BODY;
  return before ?? after;
}

function known(row: Node | undefined): TableSection | null {
  return row?.attrs.section ?? null;
}
