import { examples, formatTable } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AuditEntry, listAuditEntries } from '../audit/audit.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { type ListOptions, minuteOf, withListOptions, withMore } from './selecting.ts';

const HEADING = ['AT (UTC)', 'BY', 'WHAT', 'DIALOG', 'COMMENT', 'DETAILS'];

/** `forum audit list` */
export function addAuditList(audit: Command): void {
  const command = audit
    .command('list')
    .description(
      'list what editors and administrators did, the newest first; also of a forum that is deleted',
    )
    .argument('<slug>', 'what the forum is or was called in addresses', parseSlug);
  withListOptions(command)
    .addHelpText('after', examples('forum audit list example', 'forum audit list example --since 7d --json'))
    .action(list);
}

function list(slug: string, options: ListOptions): Promise<void> {
  const { since, limit } = options;
  return runCommand(options, async ({ database }) => {
    const entries = await listAuditEntries(database, { slug, since, limit });
    const table = entries.length === 0 ? 'Nothing was done.' : describe(entries);
    return { document: entries, text: withMore(table, entries.length, limit) };
  });
}

function describe(entries: AuditEntry[]): string {
  const rows = entries.map(({ at, by, action, dialog_id, comment_id, details }) => [
    minuteOf(at),
    by,
    action,
    String(dialog_id ?? ''),
    String(comment_id ?? ''),
    Object.entries(details).map(describeDetail).join('; '),
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}

function describeDetail([name, value]: [string, unknown]): string {
  return `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}
