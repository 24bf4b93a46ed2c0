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
  comments: (Omit<ArchivedComment, 'id'> & { id: number })[];
}

/** Separates lines whose ids are free from those that must be refused. */
export function refuseTakenIds(
  lines: readonly ReadDialog[],
  taken: Record<Kind, Set<number>>,
): { free: ArchivedDialog[]; refusals: RefusedLine[] } {
  const free: ArchivedDialog[] = [];
  const refusals: RefusedLine[] = [];
  for (const { line, dialog } of lines) {
    const reason = findTaken(dialog, taken);
    if (reason) refusals.push({ line, reason });
    else {
      free.push(dialog);
      if (dialog.id !== undefined) taken.dialog.add(dialog.id);
      for (const { id } of dialog.comments) if (id !== undefined) taken.comment.add(id);
    }
  }
  return { free, refusals };
}

function findTaken(dialog: ArchivedDialog, taken: Record<Kind, Set<number>>): string | undefined {
  if (dialog.id !== undefined && taken.dialog.has(dialog.id)) return `id: dialog ${dialog.id} already exists`;
  const own = new Set<number>();
  for (const [index, { id }] of dialog.comments.entries()) {
    if (id === undefined) continue;
    if (taken.comment.has(id) || own.has(id)) return `comments[${index}].id: comment ${id} already exists`;
    own.add(id);
  }
  return undefined;
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
