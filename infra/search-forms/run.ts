import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@guidepost/local-servers';
import { closeDatabase, migrate, openDatabase } from '@guidepost/postgres';
import { createEmbeddedSearch, SEARCH_MIGRATIONS, useEverydaySynonyms } from '@guidepost/search';
import { readCommandLine } from '../local/command-line.ts';
import { type MeasuredLanguage, measureAnalysis, measurePairs } from './measure.ts';
import { LANGUAGES, readPairs } from './pairs.ts';
import { describeFaults, describeForms } from './report.ts';

const USAGE = `Usage: npm run search:forms

Measures for each language how many pairs of word forms find each other, and writes the table in docs/search.md.`;

readCommandLine(USAGE);
const REPORT = new URL('../../docs/search.md', import.meta.url);
const TABLE = /(?<=<!-- npm run search:forms -->\n).*?(?=<!-- end -->)/s;

const stack = new AsyncDisposableStack();
try {
  const directory = await mkdtemp(join(tmpdir(), 'search-forms-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const server = await startPostgres({ directory: join(directory, 'postgres'), durable: false });
  stack.defer(async () => void (await server.release()));
  await server.ensureDatabase('search');
  const database = openDatabase({
    url: server.url('search'),
    poolSize: 2,
    applicationName: 'search forms',
    statementTimeout: 0,
  });
  stack.defer(() => closeDatabase(database));
  await migrate(database, [SEARCH_MIGRATIONS]);
  const embedded = createEmbeddedSearch(database);
  const measured: MeasuredLanguage[] = [];
  for (const [place, language] of LANGUAGES.entries()) {
    const tenant = { id: place + 1, language };
    const pairs = readPairs(language);
    const microseconds = measureAnalysis(language, pairs);
    // Synonyms would also find words that are no forms of each other.
    await useEverydaySynonyms(database, tenant.id, false);
    measured.push({ language, pairs: await measurePairs(embedded, tenant, pairs), microseconds });
  }
  const report = describeForms(measured);
  console.log(`${describeFaults(measured)}\n\n${report}`);
  await writeFile(
    REPORT,
    (await readFile(REPORT, 'utf8')).replace(TABLE, () => `\n${report}\n\n`),
  );
} finally {
  await stack.disposeAsync();
}
