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
import type { Webhook, WebhookSecret } from '../webhooks.ts';

/** The tenant that webhooks belong to. */
export interface WebhookOwner {
  /** The name of the argument, and of the member in JSON documents: `host`. */
  argument: string;
  description: string;
  parse: (value: string) => string;
  example: string;
}

/** Which webhook of which tenant, and who changes it. */
export interface WebhookCall {
  database: Database;
  owner: string;
  id: number;
  by: string;
}

/** How a service stores webhooks. */
export interface WebhookCommandsOptions {
  runCommand: RunCommand;
  owner: WebhookOwner;
  /** The events that it has. */
  types: readonly string[];
  list: (database: Database, owner: string) => Promise<Webhook[]>;
  add: (
    call: Omit<WebhookCall, 'id'>,
    webhook: { url: string; types: readonly string[] },
  ) => Promise<WebhookSecret>;
  remove: (call: WebhookCall) => Promise<{ url: string }>;
  rotate: (call: WebhookCall) => Promise<WebhookSecret & { previous_until: Date }>;
  test: (call: WebhookCall) => Promise<{ delivery: number }>;
  again: (call: WebhookCall, delivery: number) => Promise<void>;
  log: (call: Omit<WebhookCall, 'by'>, limit: number) => Promise<Delivery[]>;
}

type ChangeOptions = OutputOptions & EditorOptions;

const COLUMNS: ListView<Webhook>['columns'] = {
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
  OUTCOME: ({ outcome }) => outcome ?? 'waiting',
  ATTEMPTS: ({ attempts }) => attempts,
  ANSWER: ({ status, error }) => [status, error].filter(Boolean).join(' '),
};

/** Adds `webhook add`, `list`, `remove`, `rotate`, `test`, `log` and `again` to a program. */
export function createWebhookCommands(options: WebhookCommandsOptions): (program: Command) => void {
  return (program) => {
    const group = program.command('webhook').description('notify other programs of changes');
    for (const add of [addAdd, addList, addRemove, addRotate, addTest, addLog, addAgain]) add(group, options);
  };
}

function addAdd(group: Command, { runCommand, owner, types, add }: WebhookCommandsOptions): void {
  const command = withOwner(group.command('add'), owner)
    .description('add a webhook and print its secret once')
    .argument('<url>', 'where events are sent')
    .option('--event <event...>', `only these events: ${types.join(', ')}`);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} https://example.com/hooks`));
  command.action((of: string, url: string, options: ChangeOptions & { event?: string[] }) =>
    runCommand(options, async ({ database }) => {
      const call = { database, owner: of, by: editorOf(options) };
      const added = await add(call, { url, types: options.event ?? [] });
      const heading = `Added webhook ${added.id} for ${of}. Its secret:`;
      return { document: { [owner.argument]: of, ...added }, text: withSecret(heading, added) };
    }),
  );
}

function addList(group: Command, { runCommand, owner, list }: WebhookCommandsOptions): void {
  const command = withOwner(group.command('list'), owner).description('list webhooks');
  withOutput(command, exampleOf(command, owner.example));
  command.action((of: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const none = `${of} has no webhooks. Add one with ${group.parent?.name()} webhook add.`;
      return listAnswer(await list(database, of), { columns: COLUMNS, none, full: true });
    }),
  );
}

function addRemove(group: Command, options: WebhookCommandsOptions): void {
  addChange(group, options, {
    name: 'remove',
    description: 'remove a webhook with its log; what waits is not sent',
    change: async (call) => {
      const { url } = await options.remove(call);
      return { document: { id: call.id, url, removed: true }, text: `Removed webhook ${call.id}, ${url}.` };
    },
  });
}

function addRotate(group: Command, options: WebhookCommandsOptions): void {
  addChange(group, options, {
    name: 'rotate',
    description: 'replace the secret and print the new one once; the former one signs, too, for a day',
    change: async (call) => {
      const rotated = await options.rotate(call);
      return { document: rotated, text: withSecret(`The new secret of webhook ${call.id}:`, rotated) };
    },
  });
}

function addTest(group: Command, options: WebhookCommandsOptions): void {
  addChange(group, options, {
    name: 'test',
    description: 'send a test event; the running service sends it',
    change: async (call) => {
      const { delivery } = await options.test(call);
      const see = `${group.parent?.name()} webhook log`;
      return {
        document: { id: call.id, delivery },
        text: `Test event ${delivery} is queued. See ${see} for the answer.`,
      };
    },
  });
}

function addLog(group: Command, { runCommand, owner, log }: WebhookCommandsOptions): void {
  const command = withWebhook(withOwner(group.command('log'), owner)).description(
    'list what a webhook has sent in the last two weeks, newest first',
  );
  command.option('--limit <number>', 'the maximum number to list', parseNumber, 50);
  withOutput(command, exampleOf(command, `${owner.example} 1`));
  command.action((of: string, id: number, options: OutputOptions & { limit: number }) =>
    runCommand(options, async ({ database }) => {
      const rows = await log({ database, owner: of, id }, options.limit);
      return listAnswer(rows, { columns: LOG_COLUMNS, none: 'Nothing has been sent yet.' }, options.limit);
    }),
  );
}

function addAgain(group: Command, { runCommand, owner, again }: WebhookCommandsOptions): void {
  const command = withWebhook(withOwner(group.command('again'), owner))
    .description('send an event of the log again')
    .argument('<event>', 'its number in the log', parseNumber);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} 1 42`));
  command.action((of: string, id: number, delivery: number, options: ChangeOptions) =>
    runCommand(options, async ({ database }) => {
      await again({ database, owner: of, id, by: editorOf(options) }, delivery);
      return { document: { id, delivery, queued: true }, text: `Event ${delivery} is queued again.` };
    }),
  );
}

interface WebhookChange {
  name: string;
  description: string;
  change: (call: WebhookCall) => Promise<Answer>;
}

function addChange(
  group: Command,
  { runCommand, owner }: WebhookCommandsOptions,
  { name, description, change }: WebhookChange,
): void {
  const command = withWebhook(withOwner(group.command(name), owner)).description(description);
  withOutput(withEditor(command), exampleOf(command, `${owner.example} 1`));
  command.action((of: string, id: number, options: ChangeOptions) =>
    runCommand(options, ({ database }: Session) =>
      change({ database, owner: of, id, by: editorOf(options) }),
    ),
  );
}

function withOwner(command: Command, { argument, description, parse }: WebhookOwner): Command {
  return command.argument(`<${argument}>`, description, parse);
}

function withWebhook(command: Command): Command {
  return command.argument('<webhook>', 'its ID, as listed', parseNumber);
}

function withSecret(heading: string, { secret }: WebhookSecret): string {
  return `${heading}\n\n  ${secret}\n\nSave it now; it is not shown again. Receivers verify signatures with it.`;
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
