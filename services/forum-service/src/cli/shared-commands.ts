// The commands that packages provide to both services.

import { addMoveCommand, createMigrate, type MoveOptions, parseName } from '@guidepost/command-line';
import { FORUMS } from '@guidepost/fetch';
import { createFetchCommands } from '@guidepost/fetch/commands';
import { createKeyCommands } from '@guidepost/keys/commands';
import type { Database } from '@guidepost/postgres';
import { createPeople, type People } from '@guidepost/staff';
import { createStaffCommands } from '@guidepost/staff/commands';
import { createWebhookCommands } from '@guidepost/webhooks/commands';
import { type Command, Option } from 'commander';
import { chooseNotices, findNotices } from '../notices/choose-notices.ts';
import { type Choice, TIMINGS } from '../notices/notices.ts';
import { createForumMail } from '../notices/staff-mail.ts';
import { KEY_SCOPES, listAccessKeys } from '../tenants/access-keys.ts';
import { issueAccessKey, revokeAccessKey } from '../tenants/account-settings.ts';
import { requireAccount } from '../tenants/accounts.ts';
import { recordStaffEvent } from '../tenants/audit.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { describeMove } from '../tenants/move-account.ts';
import { accountWebhooks, EVENT_TYPES, type WebhookChange } from '../tenants/webhooks.ts';
import { forumCommand, parseEmail } from './arguments.ts';
import { configuredDeskUrl, configuredFetchToken, configuredMail } from './configured.ts';
import { type ChangeOptions, runChange, withChangeOptions } from './record-commands.ts';
import { operatorNamed, operatorOf, runCommand } from './run-command.ts';

/** The account that owns keys, webhooks and people. */
const OWNER = {
  argument: 'account',
  description: 'the name of the account',
  parse: parseName,
  example: '"Example Ltd"',
};

/** `forum fetch` */
export const addFetch = createFetchCommands({
  vendors: FORUMS,
  noun: 'forum',
  example: 'https://forum.acme.com ./acme',
  next: 'forum import example ./acme --dry-run',
  configuredToken: configuredFetchToken,
  hasLocales: false,
});

/** `forum key` */
export const addKey = createKeyCommands({
  runCommand,
  owner: OWNER,
  advice: 'Servers send it as "Authorization: Bearer <access key>". Never put it into a web page.',
  audited: true,
  scopes: {
    choices: KEY_SCOPES,
    usual: 'post',
    description: 'what the key may do: read what is not public; also post; or also change and delete posts',
  },
  issue: (database, account, { key: name, by, scope }) => {
    const known = KEY_SCOPES.find((one) => one === scope);
    return issueAccessKey(database, { account, actor: operatorNamed(by) }, { name, scope: known });
  },
  list: listAccessKeys,
  revoke: (database, account, { key, by }) =>
    revokeAccessKey(database, { account, actor: operatorNamed(by) }, key),
});

/** `forum webhook` */
export const addWebhooks = createWebhookCommands<WebhookChange>({
  runCommand,
  types: EVENT_TYPES,
  owner: OWNER,
  webhooksIn: accountWebhooks,
  tenantIdOf: async (database, account) => (await requireAccount(database, account)).id,
  changeOf: ({ owner: account, by }) => ({ account, actor: operatorNamed(by) }),
});

/** `forum staff` */
export function addStaff(program: Command): void {
  addNotify(addPeople(program));
}

const addPeople = createStaffCommands({
  runCommand,
  owner: OWNER,
  async find(database, account) {
    const { id } = await requireAccount(database, account);
    return { people: peopleOf(database), tenantId: id };
  },
  peopleOf,
});

function peopleOf(database: Database): People {
  const deskUrl = configuredDeskUrl();
  const mail = createForumMail(configuredMail(), deskUrl);
  return createPeople({ database, deskUrl, record: recordStaffEvent, mail });
}

const ON_OFF = ['on', 'off'] as const;

type NotifyOptions = ChangeOptions &
  Partial<Pick<Choice, 'posts' | 'reports'>> & { assigned?: (typeof ON_OFF)[number] };

function addNotify(group: Command): void {
  const command = forumCommand(group, 'notify', 'show or change what someone is mailed about a forum')
    .argument('<email>', 'the e-mail address of the person', parseEmail)
    .addOption(new Option('--posts <when>', 'posts that wait for an answer or a review').choices(TIMINGS))
    .addOption(new Option('--reports <when>', 'new reports').choices(TIMINGS))
    .addOption(new Option('--assigned <on>', 'dialogs that colleagues assign to the person').choices(ON_OFF));
  withChangeOptions(
    command,
    'forum staff notify example anna@example.com',
    'forum staff notify example anna@example.com --posts daily --reports at-once',
  );
  command.action((slug: string, colleague: string, { posts, reports, assigned, ...options }: NotifyOptions) =>
    runChange(options, { slug, action: 'staff notify' }, async (database, moderation) => {
      const changes = {
        ...(posts && { posts }),
        ...(reports && { reports }),
        ...(assigned && { assigned: assigned === 'on' }),
      };
      const chosen =
        Object.keys(changes).length > 0
          ? await chooseNotices(database, moderation, { colleague, ...changes })
          : await findNotices(database, await requireForum(database, slug), colleague);
      const text = `Mail to ${chosen.email} about ${slug}: posts ${chosen.posts}, reports ${chosen.reports}, assigned ${chosen.assigned ? 'on' : 'off'}.`;
      return { document: { slug, ...chosen }, text };
    }),
  );
}

/** `forum move` */
export function addMove(program: Command): void {
  addMoveCommand<MoveOptions & { wholeAccount?: boolean }>({
    runCommand,
    command: forumCommand(program, 'move').option('--whole-account', 'move all forums of the account'),
    example: 'example',
    describe: (database, slug, options) =>
      describeMove(database, operatorOf(options), {
        slug,
        // Giving up changes no forum.
        wholeAccount: Boolean(options.wholeAccount || options.cancel),
      }),
  });
}

/** `forum migrate` */
export const addMigrate = createMigrate(runCommand);
