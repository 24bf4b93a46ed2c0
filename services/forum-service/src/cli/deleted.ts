import { minuteOf } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type DeletedPost, listDeleted } from '../posts/list-deleted.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { addListCommand } from './lists.ts';

const LIMIT = 1_000;

/** `forum deleted` */
export function addDeleted(program: Command): void {
  const group = program.command('deleted');
  addListCommand<DeletedPost, object>(group, {
    description: `list deleted dialogs and comments, the latest ${LIMIT.toLocaleString('en')}; undelete restores them`,
    examples: ['forum deleted list example', 'forum deleted list example --json'],
    async read(database, slug) {
      const { id: forumId } = await requireForum(database, slug);
      return (await listDeleted(database, { forumId, start: 0, limit: LIMIT })).rows;
    },
    columns: {
      'DELETED (UTC)': ({ deleted_at }) => minuteOf(deleted_at),
      BY: ({ deleted_by }) => deleted_by,
      DIALOG: ({ dialog_id }) => dialog_id,
      COMMENT: ({ comment_id }) => comment_id ?? '',
      'KEPT UNTIL (UTC)': ({ expires_at }) => minuteOf(expires_at),
      TEXT: ({ title, excerpt }) => title ?? excerpt,
    },
    none: 'No deleted posts.',
  });
}
