import type { Command } from 'commander';
import { addCommentDelete } from './comment-delete.ts';
import { addCommentList } from './comment-list.ts';
import { addCommentOrgReply } from './comment-org-reply.ts';
import { addCommentRestore } from './comment-restore.ts';
import { addCommentShow } from './comment-show.ts';

const COMMANDS = [addCommentList, addCommentShow, addCommentRestore, addCommentDelete, addCommentOrgReply];

/** `forum comment` */
export function addComment(program: Command): void {
  const comment = program.command('comment').description('see to comments, those that wait for review too');
  for (const add of COMMANDS) add(comment);
}
