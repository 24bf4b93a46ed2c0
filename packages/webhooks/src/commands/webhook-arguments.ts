import type { EditorOptions, OutputOptions, RunCommand } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { type Command, InvalidArgumentError } from 'commander';
import type { TenantWebhooks } from '../tenant-webhooks.ts';

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

export type ChangeOptions = OutputOptions & EditorOptions;

export function withOwner(command: Command, { argument, description, parse }: WebhookOwner): Command {
  return command.argument(`<${argument}>`, description, parse);
}

export function withWebhook(command: Command): Command {
  return command.argument('<webhook>', 'its ID, as listed', parseNumber);
}

export function withEvent(command: Command): Command {
  return command.argument(
    '<event>',
    'its number, at the end of the address of its page at the desk',
    parseNumber,
  );
}

function parseNumber(value: string): number {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw new InvalidArgumentError('It must be a number.');
  return Number(value);
}

export function exampleOf(command: Command, words: string): string {
  return `${command.parent?.parent?.name()} webhook ${command.name()} ${words}`;
}
