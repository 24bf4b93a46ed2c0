import type { Command } from 'commander';
import { resolveReports } from '../reports/open-reports.ts';
import { addChange } from './moderating.ts';

/** `forum reports resolve` */
export function addReportsResolve(reports: Command): void {
  addChange(reports, {
    path: ['reports', 'resolve'],
    description: 'note that reports were seen to, whatever came of it',
    noun: 'report',
    done: 'Resolved',
    already: 'resolved',
    examples: ['forum reports resolve example 5', 'forum reports resolve example 5 6 7'],
    change: (database, moderation, { ids }) => resolveReports(database, moderation, ids),
  });
}
