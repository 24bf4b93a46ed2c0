import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findMeilisearch, startMeilisearch, startPostgres } from '@guidepost/local-servers';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import {
  createConfiguredEmbedder,
  createEmbedding,
  createMeilisearch,
  createQueryVectors,
  type Embedder,
  type EngineIndex,
  readEmbedderConfig,
} from '@guidepost/search';
import { createLogger } from '@guidepost/service-kit/process';
import { loadGuideDocuments } from '../../services/kb-service/src/search/guide-documents.ts';
import { readCommandLine } from '../local/command-line.ts';
import { runProgram } from '../local/programs.ts';
import {
  anyWordFullText,
  type Contender,
  embeddedGuidepost,
  guidepostOnMeilisearch,
  miniSearch,
  plainFullText,
  plainMeilisearch,
  substringSearch,
  withVectors,
} from './contenders.ts';
import { type Corpus, judge, readJudgedQueries } from './judge.ts';
import { findGnomeHelp, findPostgresqlManual } from './manuals.ts';
import { describeAnswers } from './report.ts';

const USAGE = `Usage: npm run search:quality

Compares searches on real texts and writes the table in docs/search.md. Rows of searches by meaning need
EMBEDDINGS_URL, those on Meilisearch its program.`;

readCommandLine(USAGE);
const REPORT = new URL('../../docs/search.md', import.meta.url);
const TABLE = /(?<=<!-- npm run search:quality -->\n).*?(?=<!-- end -->)/s;
/** Cached, so that a second run takes seconds. */
const DATA = fileURLToPath(new URL('../../.data/search-quality', import.meta.url));
const DEMO = fileURLToPath(new URL('../../services/kb-service/demo/help.example.com', import.meta.url));
/** Milliseconds for a query's vector: this compares results, not speed. */
const PATIENCE = 60_000;
/** Worse answers are printed. */
const GOOD = 0.7;
const NO_MEILISEARCH = 'Meilisearch was not on the machine, so its rows are missing.';

/** Each corpus comes from a Debian package, except the demo content. */
const SOURCES: readonly [name: string, language: string, find: (directory: string) => Promise<string>][] = [
  ['postgresql', 'en', findPostgresqlManual],
  ['demo', 'en', async () => DEMO],
  ['gnome-en', 'en', (directory) => findGnomeHelp(directory, 'C')],
  ...['sv', 'de', 'fr'].map((language): (typeof SOURCES)[number] => [
    `gnome-${language}`,
    language,
    (directory) => findGnomeHelp(directory, language),
  ]),
];

async function importCorpora(databaseUrl: string): Promise<void> {
  const options = { environment: { KB_DATABASE_URL: databaseUrl }, stop: new AbortController().signal };
  const kb = (...words: string[]) => runProgram('services/kb-service/src/cli/main.ts', words, options);
  await kb('migrate');
  const known: { host: string }[] = JSON.parse(await kb('list', '--json'));
  for (const [name, language, find] of SOURCES) {
    const source = await find(`${DATA}/manuals`);
    const titles = ['--name', name, '--organization', 'Debian', '--language', language];
    if (!known.some(({ host }) => host === `${name}.example.com`))
      await kb('create', `${name}.example.com`, ...titles);
    await kb('import', `${name}.example.com`, source);
  }
}

async function fill(database: Database, contenders: readonly Contender[]): Promise<Corpus[]> {
  const corpora: Corpus[] = [];
  for (const [name, language] of SOURCES) {
    const guides = await database.any<{ tenant: number; id: number; slug: string }>(
      `select k.id as tenant, g.id, g.slug from knowledge_bases k join guides g on g.knowledge_base_id = k.id
       where k.host = $1`,
      [`${name}.example.com`],
    );
    const tenant = { id: guides[0]?.tenant ?? 0, language };
    for (let ids = guides.map(({ id }) => id); ids.length > 0; ) {
      const { documents, later = [] } = await loadGuideDocuments(database, tenant.id, ids);
      for (const { put } of contenders) await put(tenant, documents);
      ids = [...later];
    }
    corpora.push({ name, tenant, slugs: new Map(guides.map(({ id, slug }) => [id, slug])) });
  }
  return corpora;
}

/** Without a Meilisearch on this machine, what needs one is left out. */
async function contendersOnMeilisearch(
  database: Database,
  stack: AsyncDisposableStack,
): Promise<{ index?: EngineIndex; contenders: Contender[] }> {
  const program = findMeilisearch();
  if (!program) return { contenders: [] };
  // A new one, since data of earlier runs would be found, too.
  await rm(`${DATA}/meilisearch`, { recursive: true, force: true });
  const meilisearch = await startMeilisearch({ program, directory: `${DATA}/meilisearch` });
  stack.defer(() => meilisearch.stop());
  const index = createMeilisearch(meilisearch).index('guidepost-quality');
  return { index, contenders: [guidepostOnMeilisearch(database, index), plainMeilisearch(meilisearch)] };
}

/** Makes the vectors that are missing; those of earlier runs are kept. */
async function embedCorpora(database: Database, embedder: Embedder): Promise<void> {
  const load = (tenantId: number, ids: number[]) => loadGuideDocuments(database, tenantId, ids);
  const onRefused = () => console.log('The embeddings server has rejected a passage.');
  const embedSome = createEmbedding({ database, load, embedder, onRefused }, new AbortController().signal);
  while (await embedSome()) {
    // until all have vectors
  }
}

function contendersWithVectors(database: Database, embedder: Embedder, index?: EngineIndex): Contender[] {
  const logger = createLogger({ service: 'search-quality', level: 'warn' });
  const queryVectors = createQueryVectors({ embedder, logger, timeLimit: PATIENCE });
  return withVectors(database, { model: embedder.model, queryVectors, index });
}

const embedder = createConfiguredEmbedder(readEmbedderConfig(process.env));
await mkdir(DATA, { recursive: true });
const stack = new AsyncDisposableStack();
try {
  const server = await startPostgres({ directory: `${DATA}/postgres`, durable: false });
  stack.defer(async () => void (await server.release()));
  await server.ensureDatabase('kb');
  const url = server.url('kb');
  await importCorpora(url);
  const database = openDatabase({ url, poolSize: 2, applicationName: 'search quality', statementTimeout: 0 });
  stack.defer(() => closeDatabase(database));
  const onMeilisearch = await contendersOnMeilisearch(database, stack);
  const contenders = [
    embeddedGuidepost(database),
    ...onMeilisearch.contenders,
    ...(embedder ? contendersWithVectors(database, embedder, onMeilisearch.index) : []),
    plainFullText(database),
    anyWordFullText(database),
    miniSearch(),
    substringSearch(database),
  ];
  const corpora = await fill(database, contenders);
  if (embedder) await embedCorpora(database, embedder);
  const answersTo = (file: string) =>
    judge(contenders, corpora, readJudgedQueries(new URL(file, import.meta.url)));
  const questions = await answersTo('./judged-questions.tsv');
  const keywords = await answersTo('./judged-queries.tsv');
  for (const { contender, judged, ndcg, found } of [...questions, ...keywords])
    if (contender.startsWith('Guidepost') && ndcg < GOOD)
      console.log(
        `${ndcg.toFixed(2)}  ${contender}  ${judged.corpus}  ${judged.query}  → ${found.join(' ')}`,
      );
  const note = onMeilisearch.contenders.length === 0 ? `\n\n${NO_MEILISEARCH}` : '';
  const report = `${describeAnswers({ questions, keywords })}${note}`;
  console.log(report);
  await writeFile(
    REPORT,
    (await readFile(REPORT, 'utf8')).replace(TABLE, () => `\n${report}\n\n`),
  );
} finally {
  await stack.disposeAsync();
}
