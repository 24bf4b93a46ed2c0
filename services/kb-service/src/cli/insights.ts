import { type InsightsOptions, insightsAnswer, withInsightsOptions } from '@guidepost/command-line';
import { csvOf } from '@guidepost/desk/insights';
import { deleteComment } from '../readers/guide-comments.ts';
import { INSIGHT_TABLES } from '../readers/insight-tables.ts';
import { answer, createCommand, createGroup } from './commands.ts';

/** `kb insights` */
export const addInsights = createCommand({
  name: 'insights',
  examples: [
    'kb insights help.example.com',
    'kb insights help.example.com --table most-read --days 90 --csv > most-read.csv',
  ],
  addOptions: (command) => withInsightsOptions(command, { tables: INSIGHT_TABLES.names, usual: 'not-found' }),
  async read({ database, host }, _, { table, csv = false, ...options }: InsightsOptions) {
    const { columns, rows } = await INSIGHT_TABLES.read(database, table, { host, ...options });
    return insightsAnswer(columns, rows, csv ? csvOf(columns, rows) : undefined);
  },
});

/** `kb comment` */
export const addComment = createGroup('comment', [
  {
    name: 'delete',
    description: 'delete a comment; kb insights --table comments lists them',
    arguments: [['<id>', 'the ID of the comment']],
    examples: ['kb comment delete help.example.com 12'],
    async change({ database, actor, host }, [id = '']) {
      await deleteComment(database, actor, { host, id: Number(id) });
      return answer({ host, deleted: Number(id) }, `Deleted comment ${id}.`);
    },
  },
]);
