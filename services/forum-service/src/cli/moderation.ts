import { type ListOptions, minuteOf, withListOptions } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { listReports, type ReportedPost, resolveReports } from '../moderation/reports.ts';
import { blockSender, listBlocks, type Sender, unblockSender } from '../people/blocks.ts';
import { type DeletedPost, listDeleted } from '../posts/deleted-posts.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { forumCommand, parseEmail, parseNetwork } from './arguments.ts';
import {
  addListCommand,
  addRecordsCommand,
  type ChangeOptions,
  runChange,
  withChangeOptions,
} from './record-commands.ts';

/** `forum reports` */
export function addReports(program: Command): void {
  const group = program.command('reports');
  addListCommand<ReportedPost, ListOptions & { all?: boolean }>(group, {
    description: 'list open reports, newest first',
    examples: ['forum reports list example', 'forum reports list example --all --since 7d'],
    prepare: (command) => withListOptions(command.option('--all', 'include resolved reports')),
    read: (database, slug, { all: includeResolved = false, since, limit }) =>
      listReports(database, { slug, includeResolved, since, limit }),
    columns: {
      ID: ({ id }) => id,
      'REPORTED (UTC)': ({ reported_at }) => minuteOf(reported_at),
      DIALOG: ({ dialog_id }) => dialog_id,
      COMMENT: ({ comment_id }) => comment_id ?? '',
      TITLE: ({ title }) => title,
      REASON: ({ reason }) => reason,
    },
    none: 'No reports found.',
  });
  addRecordsCommand(group, 'report', {
    name: 'resolve',
    description: 'mark reports as resolved',
    done: 'Resolved',
    already: 'resolved',
    change: resolveReports,
  });
}

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

interface BlockOptions extends ChangeOptions {
  email?: string;
  address?: string;
}

const CHANGES = {
  add: {
    description: 'block an e-mail or IP address',
    change: blockSender,
    describe: (who: string, changed: boolean) => (changed ? `Blocked ${who}.` : `${who} is already blocked.`),
  },
  remove: {
    description: 'unblock an e-mail or IP address',
    change: unblockSender,
    describe: (who: string, changed: boolean) => (changed ? `Unblocked ${who}.` : `${who} is not blocked.`),
  },
};

/** `forum block` */
export function addBlock(program: Command): void {
  const group = program.command('block');
  addChange(group, 'add');
  addListCommand(group, {
    description: 'list blocked addresses',
    examples: ['forum block list example'],
    read: listBlocks,
    columns: {
      ID: ({ id }) => id,
      'SINCE (UTC)': ({ blocked_at }) => minuteOf(blocked_at),
      WHO: ({ email, address }) => email ?? address ?? '',
    },
    none: 'No addresses are blocked.',
  });
  addChange(group, 'remove');
}

function addChange(group: Command, name: keyof typeof CHANGES): void {
  const { description, change, describe } = CHANGES[name];
  const command = forumCommand(group, name, description)
    .addOption(
      new Option('--email <address>', 'the e-mail address').argParser(parseEmail).conflicts('address'),
    )
    .option(
      '--address <address>',
      'the IP address or network, sent from or claimed; an IPv6 address covers its /64',
      parseNetwork,
    );
  withChangeOptions(
    command,
    `forum block ${name} example --email spam@example.com`,
    `forum block ${name} example --address 192.0.2.7`,
    `forum block ${name} example --address 192.0.2.0/24`,
  ).action((slug: string, options: BlockOptions) => {
    const sender = senderOf(command, options);
    return runChange(options, { slug, action: `block ${name}` }, async (database, moderation) => {
      const changed = await change(database, moderation, sender);
      const who = 'email' in sender ? sender.email : sender.address;
      return { document: { slug, ...sender, changed }, text: describe(who, changed) };
    });
  });
}

function senderOf(command: Command, { email, address }: BlockOptions): Sender {
  if (email !== undefined) return { email };
  if (address !== undefined) return { address };
  return command.error("error: required option '--email <address>' or '--address <address>'");
}
