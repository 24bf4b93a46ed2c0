import {
  type Answer,
  type EditorOptions,
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  type RunCommand,
  type Session,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { type Command, InvalidArgumentError } from 'commander';
import type { Delivery } from '../log.ts';
import type { AddedWebhook, TenantWebhooks } from '../tenant-webhooks.ts';
import type { ListedWebhook, Webhook, WebhookSecret } from '../webhooks.ts';
import { answerOf, describeDelivery, outcomeOf } from './delivery-text.ts';

/** The tenant that webhooks belong to. */
export interface WebhookOwner {
  /** The name of the argument, and of the member in JSON documents: `host`. */
  argument: string;
  description: string;
  parse: (value: string) => string;
  example: string;
}

/** Whose webhooks are changed, and by whom. */
export interface WebhookEdit {
  owner: string;
  by: string;
}

/** How a service has webhooks. */
export interface WebhookCommandsOptions<Change> {
  runCommand: RunCommand;
  owner: WebhookOwner;
  /** The events that it has. */
  types: readonly string[];
  webhooksIn: (database: Database) => TenantWebhooks<Change>;
  tenantIdOf: (database: Database, owner: string) => Promise<number>;
  changeOf: (edit: WebhookEdit) => Change;
}

type ChangeOptions = OutputOptions & EditorOptions;

const COLUMNS: ListView<ListedWebhook>['columns'] = {
  ID: ({ id }) => id,
  URL: ({ url }) => url,
  EVENTS: ({ event_types }) => event_types?.join(' ') ?? 'all',
  STATE: (webhook) => stateOf(webhook),
  WAITING: ({ waiting }) => waiting,
  'SET ASIDE': ({ set_aside }) => set_aside,
  'ADDED BY': ({ created_by }) => created_by,
};

const LOG_COLUMNS: ListView<Delivery>['columns'] = {
  ID: ({ id }) => id,
  TIME: ({ created_at }) => created_at.toISOString(),
  EVENT: ({ type }) => type,
  RECORD: ({ record }) => record,
  OUTCOME: outcomeOf,
  ATTEMPTS: ({ attempts }) => attempts,
  ANSWER: answerOf,
};

/** Adds `webhook add`, `list`, `remove`, `rotate`, `test`, `log`, `show` and `resend` to a program. */
export function createWebhookCommands<Change>(
  options: WebhookCommandsOptions<Change>,
): (program: Command) => void {
  return (program) => {
    const group = program.command('webhook').description('notify other programs of changes');
    for (const add of [addAdd, addList, addRemove, addRotate, addTest, addLog, addShow, addResend])
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
      const see = `${group.parent?.name()} webhook log`;
      return {
        document: { id, delivery },
        text: `Test event ${delivery} is queued. See ${see} for the answer.`,
      };
    },
  });
}

function addLog<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  const { runCommand, owner, webhooksIn, tenantIdOf } = options;
  const command = withWebhook(withOwner(group.command('log'), owner)).description(
    'list what a webhook has sent in the last two weeks, newest first',
  );
  command.option('--limit <number>', 'the maximum number to list', parseNumber, 50);
  withOutput(command, exampleOf(command, `${owner.example} 1`));
  command.action((of: string, id: number, given: OutputOptions & { limit: number }) =>
    runCommand(given, async ({ database }) => {
      const tenantId = await tenantIdOf(database, of);
      const rows = await webhooksIn(database).log({ tenantId, id, limit: given.limit });
      return listAnswer(rows, { columns: LOG_COLUMNS, none: 'Nothing has been sent yet.' }, given.limit);
    }),
  );
}

function addShow<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  const { runCommand, owner, webhooksIn, tenantIdOf } = options;
  const command = withEvent(withWebhook(withOwner(group.command('show'), owner))).description(
    'show a request and its response',
  );
  withOutput(command, exampleOf(command, `${owner.example} 1 42`));
  command.action((of: string, id: number, delivery: number, given: OutputOptions) =>
    runCommand(given, async ({ database }) => {
      const tenantId = await tenantIdOf(database, of);
      const found = await webhooksIn(database).delivery({ tenantId, id, delivery });
      return { document: found, text: describeDelivery(found) };
    }),
  );
}

function addResend<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
  const { runCommand, owner, webhooksIn, changeOf } = options;
  const command = withEvent(withWebhook(withOwner(group.command('resend'), owner))).description(
    'send an event of the log again',
  );
  withOutput(withEditor(command), exampleOf(command, `${owner.example} 1 42`));
  command.action((of: string, id: number, delivery: number, given: ChangeOptions) =>
    runCommand(given, async ({ database }) => {
      const change = changeOf({ owner: of, by: editorOf(given) });
      await webhooksIn(database).resend(change, { id, delivery });
      return { document: { id, delivery, queued: true }, text: `Event ${delivery} is queued again.` };
    }),
  );
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

function withOwner(command: Command, { argument, description, parse }: WebhookOwner): Command {
  return command.argument(`<${argument}>`, description, parse);
}

function withWebhook(command: Command): Command {
  return command.argument('<webhook>', 'its ID, as listed', parseNumber);
}

function withEvent(command: Command): Command {
  return command.argument('<event>', 'its number in the log', parseNumber);
}

function withSecret(heading: string, { secret }: WebhookSecret): string {
  return `${heading}\n\n  ${secret}\n\nSave it now; it is not shown again. Receivers verify signatures with it.`;
}

function warningsOf({ private_address: address }: AddedWebhook): string[] {
  if (!address) return [];
  return [
    `${address} is not an address on the Internet. Nothing is sent there unless the service runs with WEBHOOK_ALLOW_PRIVATE=on.`,
  ];
}

function stateOf({ ended_at, failing_since }: Webhook): string {
  if (ended_at) return `ended by the receiver on ${ended_at.toISOString()}`;
  return failing_since ? `unavailable since ${failing_since.toISOString()}` : 'active';
}

function parseNumber(value: string): number {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw new InvalidArgumentError('It must be a number.');
  return Number(value);
}

function exampleOf(command: Command, words: string): string {
  return `${command.parent?.parent?.name()} webhook ${command.name()} ${words}`;
}
