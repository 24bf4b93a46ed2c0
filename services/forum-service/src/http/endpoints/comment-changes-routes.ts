import type { Executor } from '@guidepost/postgres';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { undeleteComments } from '../../moderation/undelete-comments.ts';
import { releaseComments, setOrgReply } from '../../posts/change-comments.ts';
import { COMMENT_CHANGES } from '../../posts/change-fields.ts';
import { findAnyComment } from '../../posts/comments.ts';
import { deleteComments } from '../../posts/delete-posts.ts';
import { listDeleted } from '../../posts/deleted-posts.ts';
import { editComment } from '../../posts/edit-posts.ts';
import type { FieldValues } from '../../posts/field-kinds.ts';
import { purgeComments } from '../../posts/purge-deleted.ts';
import { findDialog, findMergedInto } from '../../posts/read-dialog.ts';
import { readFields } from '../../posts/validate-fields.ts';
import { changeTogether } from '../../tenants/change-forum.ts';
import type { Routes, Write } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { commentRecord } from '../records.ts';
import { CAN_BE_RESTORED, moderationOf } from './dialog-changes-routes.ts';

type Changing = Pick<Context, 'database' | 'config'>;

type Change = (executor: Executor) => Promise<unknown>;

/** Changes of comments as editors make them, for programs with a key that may write. */
export function commentChangesRoutes(context: Changing): Routes {
  const { database, config } = context;
  return {
    '/comment/:slug/:dialog/:id': {
      patch: {
        summary: 'Change a comment',
        description:
          'All of the changes are made, or none. What the comment said before stays visible to staff.',
        fields: COMMENT_CHANGES,
        record: 'Comment',
        async handle(write) {
          const fields = readFields(COMMENT_CHANGES, write);
          const { id } = await requireComment(context, write);
          const changes = changesOf(write, { id, publicUrl: config.PUBLIC_URL, ...fields });
          await changeTogether(database, write.forum.slug, changes);
          return (await requireComment(context, write)).record;
        },
      },
      delete: {
        summary: 'Delete a comment',
        description: `Its reports are deleted, too. ${CAN_BE_RESTORED}`,
        async handle(write) {
          const { id } = await requireComment(context, write);
          await deleteComments(database, moderationOf(write, 'comment delete'), [id]);
          return undefined;
        },
      },
    },
    '/comment/:slug/:dialog/:id/undelete': {
      perform: {
        summary: 'Restore a deleted comment',
        description: 'As it was, with its reports.',
        record: 'Comment',
        async handle(write) {
          const { id, dialogId } = await requireDeleted(context, write);
          await undeleteComments(database, moderationOf(write, 'comment undelete'), [id]);
          return (await readComment(context, write, { id, dialogId })).record;
        },
      },
    },
    '/comment/:slug/:dialog/:id/purge': {
      perform: {
        summary: 'Permanently delete a deleted comment',
        async handle(write) {
          const { id } = await requireDeleted(context, write);
          await purgeComments(database, moderationOf(write, 'comment purge'), [id]);
          return undefined;
        },
      },
    },
  };
}

interface Place {
  dialogId: number | undefined;
  id: number | undefined;
}

/** The comment of the dialog in the path, held or not. @throws AppError `not-found` */
function requireComment(context: Changing, write: Write) {
  const { path } = write;
  return readComment(context, write, { dialogId: parseId(path.dialog), id: parseId(path.id) });
}

async function readComment(
  { database }: Changing,
  write: Write,
  { dialogId, id }: Place,
): Promise<{ id: number; record: ResourceRecord }> {
  const isNamed = dialogId !== undefined && id !== undefined;
  const row = isNamed ? await findAnyComment(database, { forumId: write.forum.id, dialogId, id }) : null;
  if (!row) throw new AppError('not-found', 'There is no such comment.');
  return { id: row.id, record: commentRecord(row, write) };
}

/**
 * The deleted comment of the dialog in the path, and the dialog where it belongs now: another one if that was merged.
 * @throws AppError `not-found`
 */
async function requireDeleted({ database }: Changing, { forum, path }: Write) {
  const [named, commentId] = [parseId(path.dialog), parseId(path.id)];
  if (named === undefined || commentId === undefined) throw noSuchDeleted();
  const { rows } = await listDeleted(database, { forumId: forum.id, start: 0, limit: 1, commentId });
  const from = rows[0]?.dialog_id;
  if (from === undefined) throw noSuchDeleted();
  const dialogId = (await findMergedInto(database, forum.id, from)) ?? from;
  // A dialog that is deleted, too, has no comments.
  const dialog = await findDialog(database, { forumId: forum.id, id: dialogId, keyed: true });
  if (!dialog || (named !== from && named !== dialogId)) throw noSuchDeleted();
  return { id: commentId, dialogId };
}

function noSuchDeleted(): AppError {
  return new AppError('not-found', 'There is no such deleted comment.');
}

function changesOf(
  write: Write,
  wanted: FieldValues<typeof COMMENT_CHANGES> & { id: number; publicUrl: string },
): Change[] {
  const { id, publicUrl, text, is_org_reply: isOrgReply, held } = wanted;
  const ids = [id];
  if (held === true) throw new AppError('conflict', 'A post cannot be held later.');
  const changes: (Change | undefined)[] = [
    text === undefined
      ? undefined
      : (executor) => editComment(executor, moderationOf(write, 'comment edit'), { id, text, publicUrl }),
    isOrgReply === undefined
      ? undefined
      : (executor) => setOrgReply(executor, moderationOf(write, 'comment org-reply'), { ids, isOrgReply }),
    held === false
      ? (executor) => releaseComments(executor, moderationOf(write, 'comment restore'), ids)
      : undefined,
  ];
  return changes.filter((change) => change !== undefined);
}
