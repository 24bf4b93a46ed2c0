import type { Command } from 'commander';
import { deleteComments } from '../comments/delete-comments.ts';
import { addChange } from './moderating.ts';

/** `forum comment delete` */
export function addCommentDelete(comment: Command): void {
  addChange(comment, {
    path: ['comment', 'delete'],
    description: 'delete comments for good, with the reports of them and the addresses they came from',
    noun: 'comment',
    done: 'Deleted',
    already: 'gone',
    examples: ['forum comment delete example 21 --yes', 'forum comment delete example 21 22 23 --yes'],
    prepare: (command) => command.requiredOption('--yes', 'say that you mean it: nothing brings them back'),
    change: async (database, moderation, { ids }) => ({
      changed: await deleteComments(database, moderation, ids),
      unchanged: [],
    }),
  });
}
