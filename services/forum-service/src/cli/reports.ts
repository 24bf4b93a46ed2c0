import { type ListOptions, minuteOf, withListOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { listReports, type ReportedPost, resolveReports } from '../moderation/open-reports.ts';
import { addRecordsCommand } from './changes.ts';
import { addListCommand } from './lists.ts';

/** `forum reports` */
export function addReports(program: Command): void {
  const group = program.command('reports');
  addListCommand<ReportedPost, ListOptions & { all?: boolean }>(group, {
    description: 'list open reports, newest first',
    examples: ['forum reports list example', 'forum reports list example --all --since 7d'],
    prepare: (command) => withListOptions(command.option('--all', 'include resolved reports')),
    read: (database, slug, { all: includeResolved = false, since, limit }) =>
      listReports(database, { slug, includeResolved, since, limit }),
    columns: {
      ID: ({ id }) => id,
      'REPORTED (UTC)': ({ reported_at }) => minuteOf(reported_at),
      DIALOG: ({ dialog_id }) => dialog_id,
      COMMENT: ({ comment_id }) => comment_id ?? '',
      TITLE: ({ title }) => title,
      REASON: ({ reason }) => reason,
    },
    none: 'No reports found.',
  });
  addRecordsCommand(group, 'report', {
    name: 'resolve',
    description: 'mark reports as resolved',
    done: 'Resolved',
    already: 'resolved',
    change: resolveReports,
  });
}
