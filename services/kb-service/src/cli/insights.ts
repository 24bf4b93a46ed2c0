import {
  type InsightsOptions,
  insightsAnswer,
  withInsightsOptions,
  withOutput,
} from '@guidepost/command-line';
import { csvOf } from '@guidepost/desk/insights';
import type { Command } from 'commander';
import { deleteComment } from '../readers/guide-comments.ts';
import { INSIGHT_TABLES } from '../readers/insight-tables.ts';
import { hostCommand } from './arguments.ts';
import { addChange, answer } from './change.ts';
import { runCommand } from './run-command.ts';

/** `kb insights` */
export function addInsights(program: Command): void {
  const command = withInsightsOptions(hostCommand(program, 'insights'), {
    tables: INSIGHT_TABLES.names,
    usual: 'not-found',
  });
  withOutput(
    command,
    'kb insights help.example.com',
    'kb insights help.example.com --table most-read --days 90 --csv > most-read.csv',
  ).action((host: string, { table: name, csv = false, ...options }: InsightsOptions) =>
    runCommand(options, async ({ database }) => {
      const { columns, rows } = await INSIGHT_TABLES.read(database, name, { host, ...options });
      return insightsAnswer(columns, rows, csv ? csvOf(columns, rows) : undefined);
    }),
  );
}

/** `kb comment` */
export function addComment(program: Command): void {
  const group = program.command('comment');
  addChange(group, {
    name: 'delete',
    description: 'delete a comment; kb insights --table comments lists them',
    arguments: [['<id>', 'the ID of the comment']],
    example: '12',
    async change({ database, actor, host }, [id = '']) {
      await deleteComment(database, actor, { host, id: Number(id) });
      return answer({ host, deleted: Number(id) }, `Deleted comment ${id}.`);
    },
  });
}
