import {
  describeDetails,
  type InsightsOptions,
  insightsAnswer,
  type ListOptions,
  minuteOf,
  withInsightsOptions,
  withListOptions,
  withOutput,
} from '@guidepost/command-line';
import { csvOf, type StepOfTime } from '@guidepost/desk/insights';
import { type Command, Option } from 'commander';
import { INSIGHT_TABLES } from '../counts/insight-tables.ts';
import { type HelpfulGuide, listHelpfulGuides } from '../knowledge-base/helpful-guides.ts';
import { type AuditEntry, listAuditEntries } from '../tenants/audit.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { forumCommand } from './arguments.ts';
import { addListCommand } from './record-commands.ts';
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

/** `forum guides` */
export function addGuides(program: Command): void {
  const group = program.command('guides');
  addListCommand<HelpfulGuide, ListOptions>(group, {
    description: 'list guides that people marked as their answer, the most helpful first',
    examples: ['forum guides list example', 'forum guides list example --since 30d'],
    prepare: withListOptions,
    async read(database, slug, { since, limit }) {
      const { id: forumId } = await requireForum(database, slug);
      return listHelpfulGuides(database, { forumId, since, limit });
    },
    columns: {
      TIMES: ({ times }) => times,
      TITLE: ({ title }) => title,
      ADDRESS: ({ address }) => address,
    },
    none: 'No guides have helped anyone yet.',
  });
}

/** `forum audit` */
export function addAudit(program: Command): void {
  addListCommand<AuditEntry, ListOptions>(program.command('audit'), {
    description:
      'list changes by editors and administrators, newest first, including those of deleted forums',
    examples: ['forum audit list example', 'forum audit list example --since 7d --json'],
    prepare: withListOptions,
    read: (database, slug, { since, limit }) => listAuditEntries(database, { slug, since, limit }),
    columns: {
      'AT (UTC)': ({ at }) => minuteOf(at),
      BY: ({ by }) => by,
      DOOR: ({ door }) => door,
      WHAT: ({ action }) => action,
      DIALOG: ({ dialog_id }) => dialog_id ?? '',
      COMMENT: ({ comment_id }) => comment_id ?? '',
      DETAILS: ({ details }) => describeDetails(details),
    },
    none: 'No changes found.',
  });
}
