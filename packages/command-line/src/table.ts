import stringWidth from 'string-width';
import { printableLine } from './printable.ts';

const GAP = '  ';

const NARROWEST = 8;

const GRAPHEMES = new Intl.Segmenter();

/** Aligns rows of possibly untrusted text in columns; cuts cells to fit a width in characters. */
export function formatTable(rows: string[][], width = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => row.map(printableLine));
  const widths = fit(widthsOf(cells), width);
  return cells
    .map((row) =>
      row
        .map((cell, column) => align(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function widthsOf(rows: string[][]): number[] {
  // Spreading over Math.max would overflow the stack for long tables.
  return (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 0),
  );
}

function fit(widths: number[], room: number): number[] {
  const fitted = [...widths];
  const gaps = GAP.length * (widths.length - 1);
  let excess = fitted.reduce((sum, width) => sum + width, gaps) - room;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...fitted);
    if (widest <= NARROWEST) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

function align(cell: string, width: number): string {
  const shown = stringWidth(cell) > width ? cut(cell, width) : cell;
  return shown + ' '.repeat(width - stringWidth(shown));
}

function cut(cell: string, width: number): string {
  let shown = '';
  for (const { segment } of GRAPHEMES.segment(cell)) {
    if (stringWidth(`${shown}${segment}…`) > width) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}
