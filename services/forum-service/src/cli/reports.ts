import type { Command } from 'commander';
import { addReportsList } from './reports-list.ts';
import { addReportsResolve } from './reports-resolve.ts';

/** `forum reports` */
export function addReports(program: Command): void {
  const reports = program.command('reports').description('see to what people report as inappropriate');
  for (const add of [addReportsList, addReportsResolve]) add(reports);
}
