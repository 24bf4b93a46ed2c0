import {
  type InsightsOptions,
  insightsAnswer,
  withInsightsOptions,
  withOutput,
} from '@guidepost/command-line';
import { csvOf, type StepOfTime } from '@guidepost/desk/insights';
import { type Command, Option } from 'commander';
import { INSIGHT_TABLES } from '../counts/insight-tables.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { forumCommand } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum insights` */
export function addInsights(program: Command): void {
  const command = withInsightsOptions(forumCommand(program, 'insights'), {
    tables: INSIGHT_TABLES.names,
    usual: 'topics',
  }).addOption(
    new Option('--by <step>', 'what the timeline is summed up by').choices(['day', 'week', 'month']),
  );
  withOutput(
    command,
    'forum insights example',
    'forum insights example --table timeline --days 365 --by month --csv > months.csv',
  ).action(
    (slug: string, { table: name, csv = false, by, ...options }: InsightsOptions & { by?: StepOfTime }) =>
      runCommand(options, async ({ database }) => {
        const { id: forumId } = await requireForum(database, slug);
        const { days, limit } = options;
        const request = { forumId, days, limit, ...(by && { step: by }) };
        const { columns, rows } = await INSIGHT_TABLES.read(database, name, request);
        return insightsAnswer(columns, rows, csv ? csvOf(columns, rows) : undefined);
      }),
  );
}
