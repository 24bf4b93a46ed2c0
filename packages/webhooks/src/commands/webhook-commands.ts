import {
  type Answer,
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  type Session,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { AddedWebhook, TenantWebhooks } from '../tenant-webhooks.ts';
import type { ListedWebhook, Webhook, WebhookSecret } from '../webhooks.ts';
import { addResend, addShow } from './event-commands.ts';
import {
  type ChangeOptions,
  exampleOf,
  type WebhookCommandsOptions,
  withOwner,
  withWebhook,
} from './webhook-arguments.ts';

export type { WebhookCommandsOptions, WebhookEdit, WebhookOwner } from './webhook-arguments.ts';

const COLUMNS: ListView<ListedWebhook>['columns'] = {
  ID: ({ id }) => id,
  URL: ({ url }) => url,
  EVENTS: ({ event_types }) => event_types?.join(' ') ?? 'all',
  STATE: (webhook) => stateOf(webhook),
  WAITING: ({ waiting }) => waiting,
  'SET ASIDE': ({ set_aside }) => set_aside,
  'ADDED BY': ({ created_by }) => created_by,
};

/** Adds `webhook add`, `list`, `remove`, `rotate`, `test`, `show` and `resend` to a program. */
export function createWebhookCommands<Change>(
  options: WebhookCommandsOptions<Change>,
): (program: Command) => void {
  return (program) => {
    const group = program.command('webhook');
    for (const add of [addAdd, addList, addRemove, addRotate, addTest, addShow, addResend])
      add(group, options);
  };
}

function addAdd<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  const { runCommand, owner, types, webhooksIn, changeOf } = options;
  const command = withOwner(group.command('add'), owner)
    .description('add a webhook and print its secret once')
    .argument('<url>', 'where events are sent')
    .option('--event <event...>', `only these events: ${types.join(', ')}`);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} https://example.com/hooks`));
  command.action((of: string, url: string, given: ChangeOptions & { event?: string[] }) =>
    runCommand(given, async ({ database }) => {
      const change = changeOf({ owner: of, by: editorOf(given) });
      const added = await webhooksIn(database).add(change, { url, types: given.event ?? [] });
      const heading = `Added webhook ${added.id} for ${of}. Its secret:`;
      const text = [withSecret(heading, added), ...warningsOf(added)].join('\n\n');
      return { document: { [owner.argument]: of, ...added }, text };
    }),
  );
}

function addList<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  const { runCommand, owner, webhooksIn, tenantIdOf } = options;
  const command = withOwner(group.command('list'), owner).description('list webhooks');
  withOutput(command, exampleOf(command, owner.example));
  command.action((of: string, given: OutputOptions) =>
    runCommand(given, async ({ database }) => {
      const none = `${of} has no webhooks. Add one with ${group.parent?.name()} webhook add.`;
      const rows = await webhooksIn(database).list(await tenantIdOf(database, of));
      return listAnswer(rows, { columns: COLUMNS, none, full: true });
    }),
  );
}

function addRemove<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  addChange(group, options, {
    name: 'remove',
    description: 'remove a webhook with its log; waiting events are dropped',
    run: async (webhooks, change, id) => {
      const { url } = await webhooks.remove(change, id);
      return { document: { id, url, removed: true }, text: `Removed webhook ${id}, ${url}.` };
    },
  });
}

function addRotate<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  addChange(group, options, {
    name: 'rotate',
    description: 'replace the secret and print the new one once; the old one stays valid for a day',
    run: async (webhooks, change, id) => {
      const rotated = await webhooks.rotate(change, id);
      return { document: rotated, text: withSecret(`The new secret of webhook ${id}:`, rotated) };
    },
  });
}

function addTest<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  addChange(group, options, {
    name: 'test',
    description: 'send a test event; the running service sends it',
    run: async (webhooks, change, id) => {
      const { delivery } = await webhooks.test(change, id);
      const see = `${group.parent?.name()} webhook show`;
      return {
        document: { id, delivery },
        text: `Test event ${delivery} is queued. See ${see} for the answer.`,
      };
    },
  });
}

interface WebhookChange<Change> {
  name: string;
  description: string;
  run: (webhooks: TenantWebhooks<Change>, change: Change, id: number) => Promise<Answer>;
}

function addChange<Change>(
  group: Command,
  { runCommand, owner, webhooksIn, changeOf }: WebhookCommandsOptions<Change>,
  { name, description, run }: WebhookChange<Change>,
): void {
  const command = withWebhook(withOwner(group.command(name), owner)).description(description);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} 1`));
  command.action((of: string, id: number, given: ChangeOptions) =>
    runCommand(given, ({ database }: Session) =>
      run(webhooksIn(database), changeOf({ owner: of, by: editorOf(given) }), id),
    ),
  );
}

function withSecret(heading: string, { secret }: WebhookSecret): string {
  return `${heading}\n\n  ${secret}\n\nSave it now; it is not shown again. Receivers verify signatures with it.`;
}

function warningsOf({ private_address: host }: AddedWebhook): string[] {
  if (!host) return [];
  return [
    `${host} has no address on the Internet. Nothing is sent there unless the service runs with WEBHOOK_ALLOW_PRIVATE=on.`,
  ];
}

function stateOf({ ended_at, failing_since }: Webhook): string {
  if (ended_at) return `ended by the receiver on ${ended_at.toISOString()}`;
  return failing_since ? `unavailable since ${failing_since.toISOString()}` : 'active';
}
