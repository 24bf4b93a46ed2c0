import { examples, formatTable } from '@guidepost/command-line';
import type { Command } from 'commander';
import { listReports, type ReportedPost } from '../reports/open-reports.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { type ListOptions, minuteOf, withListOptions, withMore } from './selecting.ts';

interface ReportListOptions extends ListOptions {
  all?: boolean;
}

const HEADING = ['ID', 'REPORTED (UTC)', 'DIALOG', 'COMMENT', 'TITLE', 'REASON'];

/** `forum reports list` */
export function addReportsList(reports: Command): void {
  const command = reports
    .command('list')
    .description('list what people report as inappropriate and nobody has seen to, the newest first')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--all', 'resolved ones, too');
  withListOptions(command)
    .addHelpText(
      'after',
      examples('forum reports list example', 'forum reports list example --all --since 7d'),
    )
    .action(list);
}

function list(slug: string, options: ReportListOptions): Promise<void> {
  const { all: includeResolved = false, since, limit } = options;
  return runCommand(options, async ({ database }) => {
    const reports = await listReports(database, { slug, includeResolved, since, limit });
    const table = reports.length === 0 ? 'There are no such reports.' : describe(reports);
    return { document: reports, text: withMore(table, reports.length, limit) };
  });
}

function describe(reports: ReportedPost[]): string {
  const rows = reports.map(({ id, reported_at, dialog_id, comment_id, title, reason }) => [
    String(id),
    minuteOf(reported_at),
    String(dialog_id),
    String(comment_id ?? ''),
    title,
    reason,
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}
