import type { Command } from 'commander';
import { setOrgReply } from '../comments/set-org-reply.ts';
import { addChange, type ChangeOptions } from './moderating.ts';

/** `forum comment org-reply` */
export function addCommentOrgReply(comment: Command): void {
  addChange<ChangeOptions & { off?: boolean }>(comment, {
    path: ['comment', 'org-reply'],
    description: 'mark comments as answers of the organization',
    noun: 'comment',
    done: 'Marked',
    already: 'marked',
    wordsFor: ({ off }) => (off ? { done: 'Took the mark from', already: 'without it' } : {}),
    examples: ['forum comment org-reply example 21', 'forum comment org-reply example 21 --off'],
    prepare: (command) => command.option('--off', 'as what anybody wrote'),
    change: (database, moderation, { ids, options }) =>
      setOrgReply(database, moderation, { ids, isOrgReply: !options.off }),
  });
}
