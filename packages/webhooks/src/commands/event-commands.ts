import {
  editorOf,
  formatTable,
  type OutputOptions,
  printable,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { Attempt, DeliveryDetails } from '../log.ts';
import {
  type ChangeOptions,
  exampleOf,
  type WebhookCommandsOptions,
  withEvent,
  withOwner,
  withWebhook,
} from './webhook-arguments.ts';

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
    'send an event again',
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

/** Describes a request and its answers for people. Payloads and answers come from others. */
function describeDelivery(delivery: DeliveryDetails): string {
  const { type, record, message_id, created_at, next_attempt_at, payload, attempt_log } = delivery;
  const rows = [
    ['Event', type],
    ['Record', record],
    ['Created', created_at.toISOString()],
    ['Message', message_id],
    ['Outcome', delivery.outcome ?? 'waiting'],
    ...(next_attempt_at && attempt_log.length > 0 ? [['Next attempt', next_attempt_at.toISOString()]] : []),
  ];
  const sent = payload === null ? 'Content: none is stored.' : `Content\n${indent(readable(payload))}`;
  return [formatTable(rows), sent, ...attempt_log.map(describeAttempt)].join('\n\n');
}

function describeAttempt(attempt: Attempt): string {
  const { number, attempted_at, milliseconds, status, error, answer } = attempt;
  const at = new Date(attempted_at).toISOString();
  const heading = `Attempt ${number}, ${at}, ${milliseconds} ms: ${[status, error].filter(Boolean).join(' ')}`;
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
