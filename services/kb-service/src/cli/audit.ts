import {
  describeDetails,
  type ListOptions,
  type ListView,
  listAnswer,
  minuteOf,
  type OutputOptions,
  withListOptions,
  withOutput,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import type { AuditEntry } from '../tenants/audit.ts';
import { listChanges } from '../tenants/list-changes.ts';
import { hostCommand } from './arguments.ts';
import { runCommand } from './run-command.ts';

const ENTRIES: ListView<AuditEntry> = {
  columns: {
    'AT (UTC)': ({ at }) => minuteOf(at),
    BY: ({ by }) => by,
    DOOR: ({ door }) => door,
    WHAT: ({ action }) => action,
    SUBJECT: ({ subject }) => subject ?? '',
    DETAILS: ({ details }) => describeDetails(details),
  },
  none: 'No changes found.',
};

/** `kb audit` */
export function addAudit(program: Command): void {
  const group = program.command('audit');
  const description = 'list changes, newest first, including those of deleted knowledge bases';
  const command = withListOptions(hostCommand(group, 'list', description));
  withOutput(
    command,
    'kb audit list help.example.com',
    'kb audit list help.example.com --since 7d --json',
  ).action((host: string, { json = false, ...options }: ListOptions & OutputOptions) =>
    runCommand({ json }, async ({ database }) =>
      listAnswer(await listChanges(database, { host, ...options }), ENTRIES, options.limit),
    ),
  );
}
