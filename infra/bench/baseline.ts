import { openDatabase, preparedStatement } from '@guidepost/postgres';
import express from 'express';

/**
 * What a guide is compared with: Express, the service's own prepared statement through pg-promise, and
 * `JSON.stringify` of the row; no negotiation, no document, no log. It keeps Express's defaults, entity tags too.
 */
const SQL = new URL('./read-guide.sql', import.meta.url);
const { BASELINE_PORT, KB_DATABASE_URL = '' } = process.env;

const database = openDatabase({
  url: KB_DATABASE_URL,
  poolSize: 10,
  applicationName: 'baseline',
  statementTimeout: 5_000,
});
const findGuide = preparedStatement(SQL);

const app = express();
app.get('/knowledge/v1/:knowledgeBase/guides/:id', async (request, response) => {
  const guide = await database.one(
    findGuide([Number(request.params.knowledgeBase), Number(request.params.id)]),
  );
  response.type('application/vnd.api+json').send(JSON.stringify(guide));
});
const server = app.listen(Number(BASELINE_PORT), '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit(0)));
