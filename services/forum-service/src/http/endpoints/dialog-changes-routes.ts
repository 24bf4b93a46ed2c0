import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { Action } from '../../model/permissions.ts';
import { mergeDialogs } from '../../moderation/merge-dialogs.ts';
import { undeleteDialogs } from '../../moderation/undelete-dialogs.ts';
import { archiveDialogs, restoreDialogs, setState, setTopic } from '../../posts/change-dialogs.ts';
import { DIALOG_CHANGES, MERGE_FIELDS } from '../../posts/change-fields.ts';
import { deleteDialogs } from '../../posts/delete-posts.ts';
import { editDialog } from '../../posts/edit-posts.ts';
import type { FieldValues } from '../../posts/field-kinds.ts';
import { purgeDialogs } from '../../posts/purge-deleted.ts';
import { findDialog } from '../../posts/read-dialog.ts';
import { replaceTags } from '../../posts/tag-dialogs.ts';
import { readFields } from '../../posts/validate-fields.ts';
import { changeTogether } from '../../tenants/change-forum.ts';
import type { Routes, Write } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { parentIdOf } from '../parameters.ts';
import { dialogDetail } from '../records.ts';

type Changing = Pick<Context, 'database' | 'config'>;

type Change = (executor: Executor) => Promise<unknown>;

export const CAN_BE_RESTORED = 'Within 30 days, `undelete` restores it, and `purge` deletes it permanently.';

/** Changes of dialogs as editors make them, for programs with a key that may write. */
export function dialogChangesRoutes(context: Changing): Routes {
  const { database, config } = context;
  return {
    '/dialog/:slug/:id': {
      patch: {
        summary: 'Change a dialog',
        description:
          'All of the changes are made, or none. What the dialog said before stays visible to staff.',
        fields: DIALOG_CHANGES,
        record: 'Dialog',
        async handle(write) {
          const id = parentIdOf(write);
          const fields = readFields(DIALOG_CHANGES, write);
          await requireDialog(context, write, id);
          const changes = changesOf(write, { id, publicUrl: config.PUBLIC_URL, ...fields });
          await changeTogether(database, write.forum.slug, changes);
          return requireDialog(context, write, id);
        },
      },
      delete: {
        summary: 'Delete a dialog',
        description: `Its comments, votes and reports are deleted, too. ${CAN_BE_RESTORED}`,
        async handle(write) {
          await deleteDialogs(database, moderationOf(write, 'dialog delete'), [parentIdOf(write)]);
          return undefined;
        },
      },
    },
    '/dialog/:slug/:id/undelete': {
      perform: {
        summary: 'Restore a deleted dialog',
        description: 'As it was, with its comments, votes and reports.',
        record: 'Dialog',
        async handle(write) {
          const id = parentIdOf(write);
          await undeleteDialogs(database, moderationOf(write, 'dialog undelete'), [id]);
          return requireDialog(context, write, id);
        },
      },
    },
    '/dialog/:slug/:id/purge': {
      perform: {
        summary: 'Permanently delete a deleted dialog',
        async handle(write) {
          await purgeDialogs(database, moderationOf(write, 'dialog purge'), [parentIdOf(write)]);
          return undefined;
        },
      },
    },
    '/dialog/:slug/:id/merge': {
      perform: {
        summary: 'Merge a dialog into another one',
        description:
          'It becomes a comment there. Its comments and votes move, and its addresses lead there. For ten minutes it can be undone at the desk.',
        fields: MERGE_FIELDS,
        record: 'Dialog',
        async handle(write) {
          const id = parentIdOf(write);
          const { into } = readFields(MERGE_FIELDS, write);
          const merge = { ids: [id], into, publicUrl: config.PUBLIC_URL };
          await mergeDialogs(database, moderationOf(write, 'dialog merge'), merge);
          return requireDialog(context, write, into);
        },
      },
    },
  };
}

async function requireDialog({ database }: Changing, write: Write, id: number): Promise<ResourceRecord> {
  const row = await findDialog(database, { forumId: write.forum.id, id, keyed: true });
  if (!row) throw new AppError('not-found', 'There is no such dialog.');
  return dialogDetail(row, write);
}

/** Changes that may fail for their content come first; publishing comes before archiving. */
function changesOf(
  write: Write,
  wanted: FieldValues<typeof DIALOG_CHANGES> & { id: number; publicUrl: string },
): Change[] {
  const { id, publicUrl, title, text, topic, state, tags, archived, held } = wanted;
  const ids = [id];
  if (held === true) throw new AppError('conflict', 'A post cannot be held later.');
  const changes: (Change | undefined)[] = [
    title === undefined && text === undefined
      ? undefined
      : (executor) =>
          editDialog(executor, moderationOf(write, 'dialog edit'), { id, title, text, publicUrl }),
    topic && ((executor) => setTopic(executor, moderationOf(write, 'dialog topic'), { ids, topic })),
    state === undefined
      ? undefined
      : (executor) => setState(executor, moderationOf(write, 'dialog state'), { ids, state }),
    tags && ((executor) => replaceTags(executor, write, { forum: write.forum, dialogId: id, tags })),
    held === false || archived === false
      ? (executor) => restoreDialogs(executor, moderationOf(write, 'dialog restore'), ids)
      : undefined,
    archived ? (executor) => archiveDialogs(executor, moderationOf(write, 'dialog archive'), ids) : undefined,
  ];
  return changes.filter((change) => change !== undefined);
}

/** Who changes what of the forum of a request. */
export function moderationOf<Name extends Action>({ forum, actor }: Write, action: Name) {
  return { slug: forum.slug, actor, action };
}
