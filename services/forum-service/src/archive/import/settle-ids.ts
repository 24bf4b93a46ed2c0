import { AppError } from '@guidepost/service-kit';
import type { ArchivedComment, ArchivedDialog } from './archived-dialog.ts';
import type { Kind } from './ids.ts';
import type { RefusedLine } from './import-progress.ts';

export interface ReadDialog {
  line: number;
  dialog: ArchivedDialog;
}

export interface SettledDialog extends Omit<ArchivedDialog, 'id' | 'comments'> {
  id: number;
  comments: (Omit<ArchivedComment, 'id' | 'index'> & { id: number })[];
}

/** Leaves out lines and comments whose ids are taken. */
export function refuseTakenIds(
  lines: readonly ReadDialog[],
  taken: Record<Kind, Set<number>>,
): { free: ArchivedDialog[]; refusals: RefusedLine[] } {
  const free: ArchivedDialog[] = [];
  const refusals: RefusedLine[] = [];
  for (const { line, dialog } of lines) {
    if (!take(taken.dialog, dialog.id)) {
      refusals.push({ line, part: 'line', reason: `id: dialog ${dialog.id} already exists` });
      continue;
    }
    const comments: ArchivedComment[] = [];
    for (const comment of dialog.comments) {
      if (take(taken.comment, comment.id)) comments.push(comment);
      else refusals.push({ line, part: 'comment', reason: takenComment(comment) });
    }
    free.push({ ...dialog, comments });
  }
  return { free, refusals };
}

/** Whether an id was free, or there is none. */
function take(taken: Set<number>, id: number | undefined): boolean {
  if (id === undefined) return true;
  const isFree = !taken.has(id);
  taken.add(id);
  return isFree;
}

function takenComment({ index, id }: ArchivedComment): string {
  return `comments[${index}].id: comment ${id} already exists`;
}

export function countMissingIds(dialogs: readonly ArchivedDialog[]): Record<Kind, number> {
  const missing = (records: readonly { id: number | undefined }[]) =>
    records.filter(({ id }) => id === undefined).length;
  return { dialog: missing(dialogs), comment: missing(dialogs.flatMap(({ comments }) => comments)) };
}

/** Assigns new ids where missing, in the archive's order. */
export function settleIds(
  dialogs: readonly ArchivedDialog[],
  fresh: Record<Kind, number[]>,
): SettledDialog[] {
  const next = { dialog: fresh.dialog.values(), comment: fresh.comment.values() };
  const idFor = (kind: Kind, id: number | undefined) => {
    const settled = id ?? next[kind].next().value;
    if (settled === undefined) throw new AppError('internal', `There are too few new ids for ${kind}s.`);
    return settled;
  };
  return dialogs.map((dialog) => ({
    ...dialog,
    id: idFor('dialog', dialog.id),
    comments: dialog.comments.map((comment) => ({ ...comment, id: idFor('comment', comment.id) })),
  }));
}
