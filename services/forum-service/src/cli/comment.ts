import { minuteOf, type OutputOptions, withOutput } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type ListedComment, listComments, showComments } from '../moderation/find-posts.ts';
import { undeleteComments } from '../moderation/undelete-comments.ts';
import { releaseComments, setOrgReply } from '../posts/change-comments.ts';
import { deleteComments } from '../posts/delete-posts.ts';
import { editComment } from '../posts/edit-posts.ts';
import { purgeComments } from '../posts/purge-deleted.ts';
import { collectIds, forumCommand, parseIdArgument, parseText } from './arguments.ts';
import { configuredPublicUrl } from './configured.ts';
import { describeComment } from './post-text.ts';
import {
  acceptYes,
  addListCommand,
  addRecordsCommand,
  type ChangeOptions,
  type PostListOptions,
  type RecordsCommand,
  runChange,
  withChangeOptions,
  withPostListOptions,
} from './record-commands.ts';
import { runCommand } from './run-command.ts';

interface CommentListOptions extends PostListOptions {
  held?: boolean;
  dialog?: number;
}

type OrgReplyOptions = ChangeOptions & { off?: boolean };

const UNMARK: Partial<RecordsCommand<OrgReplyOptions>> = {
  done: 'Removed the mark from',
  already: 'unmarked',
  change: (database, moderation, ids) => setOrgReply(database, moderation, { ids, isOrgReply: false }),
};

const CHANGES: RecordsCommand<OrgReplyOptions>[] = [
  {
    name: 'restore',
    description: 'publish comments that wait for review',
    done: 'Published',
    already: 'visible',
    change: releaseComments,
  },
  {
    name: 'delete',
    description: 'delete comments with their reports; undelete restores them for 30 days',
    done: 'Deleted',
    prepare: acceptYes,
    change: async (database, moderation, ids) => ({
      changed: await deleteComments(database, moderation, ids),
      unchanged: [],
    }),
  },
  {
    name: 'undelete',
    description: 'restore deleted comments with their reports',
    done: 'Restored',
    already: 'there',
    change: undeleteComments,
  },
  {
    name: 'purge',
    description: 'permanently delete comments that are already deleted',
    done: 'Permanently deleted',
    permanent: true,
    change: async (database, moderation, ids) => ({
      changed: await purgeComments(database, moderation, ids),
      unchanged: [],
    }),
  },
  {
    name: 'org-reply',
    description: 'mark comments as replies from the organization',
    done: 'Marked',
    already: 'marked',
    prepare: (command) => command.option('--off', 'remove the mark'),
    change: (database, moderation, ids) => setOrgReply(database, moderation, { ids, isOrgReply: true }),
    variant: ({ off }) => (off ? UNMARK : {}),
  },
];

/** `forum comment` */
export function addComment(program: Command): void {
  const group = program.command('comment');
  addListCommand<ListedComment, CommentListOptions>(group, {
    description: 'list comments, newest first, including those that wait for review',
    examples: [
      'forum comment list example --since 24h',
      'forum comment list example --held',
      'forum comment list example --dialog 12 --json',
    ],
    prepare: (command) =>
      withPostListOptions(
        command
          .option('--held', 'only comments that wait for review')
          .option('--dialog <id>', 'only comments on this dialog', parseIdArgument),
      ),
    read: (database, slug, { held = false, dialog: dialogId, ...options }) =>
      listComments(database, { ...options, slug, held, dialogId }),
    columns: {
      ID: ({ id }) => id,
      'POSTED (UTC)': ({ pub_date }) => minuteOf(pub_date),
      DIALOG: ({ dialog_id }) => dialog_id,
      BY: ({ is_org_reply, held }) => (is_org_reply ? 'us' : held ? 'held' : ''),
      TEXT: ({ text }) => text,
    },
    none: 'No comments found.',
  });
  addShow(group);
  for (const change of CHANGES) addRecordsCommand(group, 'comment', change);
  addEdit(group);
}

function addShow(group: Command): void {
  const command = forumCommand(group, 'show', 'show all details of comments').argument(
    '<id...>',
    'the IDs of the comments',
    collectIds,
  );
  withOutput(command, 'forum comment show example 21', 'forum comment show example 21 22 --json');
  command.action((slug: string, ids: number[], options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const comments = await showComments(database, slug, ids);
      return { document: comments, text: comments.map(describeComment).join('\n\n\n') };
    }),
  );
}

function addEdit(group: Command): void {
  const description = 'change the text of a comment; editors still see the original';
  const command = forumCommand(group, 'edit', description)
    .argument('<id>', 'the ID of the comment', parseIdArgument)
    .requiredOption('--text <text>', 'the new text', parseText);
  withChangeOptions(command, 'forum comment edit example 21 --text "Press the button."');
  command.action((slug: string, id: number, { text, ...options }: ChangeOptions & { text: string }) =>
    runChange(options, { slug, action: 'comment edit' }, async (database, moderation) => {
      const changed = await editComment(database, moderation, { id, text, publicUrl: configuredPublicUrl() });
      const said = changed ? `Changed comment ${id}.` : `Comment ${id} already says this.`;
      return { document: { slug, id, changed }, text: said };
    }),
  );
}
