import type { MoveStatus } from '@guidepost/postgres';
import type { ListView } from './list-answer.ts';

interface Moving {
  /** Null for one that stays. */
  move: MoveStatus | null;
}

const SENTENCES: Readonly<Record<MoveStatus, string>> = {
  moving: 'under way, or interrupted; give it up with move --cancel',
  moved: 'lives in another database; delete the copy here with move --delete-copy',
};

/** Adds a column to a list in which something moves or has moved. */
export function withMoves<Row extends Moving>(view: ListView<Row>, rows: readonly Row[]): ListView<Row> {
  if (rows.every(({ move }) => move === null)) return view;
  return { ...view, columns: { ...view.columns, MOVE: ({ move }) => move ?? 'no' } };
}

/** The row of a table about one that moves or has moved. */
export function describeMove({ move }: Moving): [name: string, value: string][] {
  return move ? [['Move', SENTENCES[move]]] : [];
}
