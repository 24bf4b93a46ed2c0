import {
  editorOf,
  formatTable,
  type ListView,
  listAnswer,
  type OutputOptions,
  printable,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { Attempt, Delivery, DeliveryDetails } from '../log.ts';
import {
  type ChangeOptions,
  exampleOf,
  parseNumber,
  type WebhookCommandsOptions,
  withEvent,
  withOwner,
  withWebhook,
} from './webhook-arguments.ts';

const LOG_COLUMNS: ListView<Delivery>['columns'] = {
  ID: ({ id }) => id,
  TIME: ({ created_at }) => created_at.toISOString(),
  EVENT: ({ type }) => type,
  RECORD: ({ record }) => record,
  OUTCOME: outcomeOf,
  ATTEMPTS: ({ attempts }) => attempts,
  ANSWER: answerOf,
};

export function addLog<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
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

export function addShow<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
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

export function addResend<Change>(group: Command, options: WebhookCommandsOptions<Change>): void {
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

/** What was sent and answered, for people. Payloads and answers come from others. */
function describeDelivery(delivery: DeliveryDetails): string {
  const { type, record, message_id, created_at, next_attempt_at, payload, attempt_log } = delivery;
  const rows = [
    ['Event', type],
    ['Record', record],
    ['Created', created_at.toISOString()],
    ['Message', message_id],
    ['Outcome', outcomeOf(delivery)],
    ...(next_attempt_at && attempt_log.length > 0 ? [['Next attempt', next_attempt_at.toISOString()]] : []),
  ];
  const sent = payload === null ? 'Content: none is stored.' : `Content\n${indent(readable(payload))}`;
  return [formatTable(rows), sent, ...attempt_log.map(describeAttempt)].join('\n\n');
}

/** What became of a delivery, in one word. */
function outcomeOf({ outcome }: Delivery): string {
  return outcome ?? 'waiting';
}

/** The status, and why there is none or why it does not count. */
function answerOf({ status, error }: Pick<Attempt, 'status' | 'error'>): string {
  return [status, error].filter(Boolean).join(' ');
}

function describeAttempt(attempt: Attempt): string {
  const { number, attempted_at, milliseconds, answer } = attempt;
  const at = new Date(attempted_at).toISOString();
  const heading = `Attempt ${number}, ${at}, ${milliseconds} ms: ${answerOf(attempt)}`;
  return answer ? `${heading}\n${indent(answer)}` : heading;
}

function readable(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}

function indent(text: string): string {
  return printable(text)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
