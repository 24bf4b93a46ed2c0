import {
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { Delivery } from '../log.ts';
import { answerOf, describeDelivery, outcomeOf } from './delivery-text.ts';
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
