import { openDatabase } from '@guidepost/postgres';
import express from 'express';
import { bindDialogList } from '../../../services/forum-service/src/dialogs/dialog-list.ts';
import { NEWEST_FIRST } from '../../../services/forum-service/src/dialogs/dialog-order.ts';
import { bindDialog } from '../../../services/forum-service/src/dialogs/dialogs.ts';
import { TOPICS } from '../../../services/forum-service/src/topics/topics.ts';

/**
 * What reading dialogs is compared with: Express, the service's own prepared statements through pg-promise, and
 * `JSON.stringify` of the rows; no judgement, no records, no log. It keeps Express's defaults, entity tags too.
 */
const { BASELINE_PORT, FORUM_DATABASE_URL = '' } = process.env;

const database = openDatabase({
  url: FORUM_DATABASE_URL,
  poolSize: 10,
  applicationName: 'baseline',
  statementTimeout: 5_000,
});

const app = express();
app.get('/dialogs/:forum', async ({ params, query }, response) => {
  const request = { forumId: Number(params.forum), topics: TOPICS, order: NEWEST_FIRST, archivedToo: false };
  const rows = await database.any(bindDialogList({ ...request, start: Number(query.start ?? 0), limit: 50 }));
  response.type('application/json').send(JSON.stringify(rows));
});
app.get('/dialogs/:forum/:id', async ({ params }, response) => {
  const row = await database.one(bindDialog([Number(params.forum), Number(params.id)]));
  response.type('application/json').send(JSON.stringify(row));
});
const server = app.listen(Number(BASELINE_PORT), '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
