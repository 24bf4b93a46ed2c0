import type { Command } from 'commander';
import { releaseComments } from '../comments/release-comments.ts';
import { addChange } from './moderating.ts';

/** `forum comment restore` */
export function addCommentRestore(comment: Command): void {
  addChange(comment, {
    path: ['comment', 'restore'],
    description: 'publish comments that wait for review',
    noun: 'comment',
    done: 'Published',
    already: 'visible',
    examples: ['forum comment restore example 21', 'forum comment restore example 21 22 23'],
    change: (database, moderation, { ids }) => releaseComments(database, moderation, ids),
  });
}
