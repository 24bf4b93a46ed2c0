import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findMeilisearch, startMeilisearch, startPostgres } from '@guidepost/local-servers';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { createMeilisearch, createPostgresSearch } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { loadGuideDocuments } from '../../services/kb-service/src/search/guide-documents.ts';
import { createPlainFullText, createSubstringSearch } from './baselines/baseline.ts';
import { createPlainMeilisearch, type MeilisearchAccess } from './baselines/plain-meilisearch.ts';
import { type Contender, compare, type SearchedCorpus } from './compare.ts';
import { CORPORA } from './corpora.ts';
import { asSearchIndex } from './engine-contender.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { fillKnowledgeBases, hostOf } from './knowledge-bases.ts';
import { describeComparison, describeWorst } from './report.ts';

/** `npm run search:quality`: asks the judged queries of real texts, and writes the table in docs/search.md. */
const REPORT = new URL('../../docs/search.md', import.meta.url);
const JUDGED = new URL('./judged-queries.tsv', import.meta.url);
/** Kept, so that a second run takes seconds. */
const DATA = fileURLToPath(new URL('../../.data/search-quality', import.meta.url));
const TABLE = /(?<=<!-- npm run search:quality -->\n).*?(?=<!-- end -->)/s;
const OURS = ['Guidepost on Meilisearch', 'Guidepost on PostgreSQL'] as const;
/** How good an answer is of which nothing is said. */
const GOOD = 0.7;

async function listCorpora(database: Database): Promise<SearchedCorpus[]> {
  return Promise.all(
    CORPORA.map(async (corpus) => {
      const guides = await database.any<{ tenant: number; id: number; slug: string }>(
        `select k.id as tenant, g.id, g.slug from knowledge_bases k join guides g on g.knowledge_base_id = k.id
         where k.host = $1`,
        [hostOf(corpus)],
      );
      const { name, language } = corpus;
      const tenant = { id: guides[0]?.tenant ?? 0, language };
      return { name, tenant, slugs: new Map(guides.map(({ id, slug }) => [id, slug])) };
    }),
  );
}

/** Gives the others the words that `kb reindex` gives us. */
async function fillOthers(
  database: Database,
  contenders: Contender[],
  corpora: SearchedCorpus[],
): Promise<void> {
  for (const { index } of contenders) await index.prepare();
  for (const { tenant, slugs } of corpora) {
    for (let ids = [...slugs.keys()]; ids.length > 0; ) {
      const { documents, later = [] } = await loadGuideDocuments(database, tenant.id, ids);
      for (const { index } of contenders) await index.put(tenant, documents);
      ids = [...later];
    }
  }
}

async function measure(url: string, meilisearch: MeilisearchAccess): Promise<string> {
  await fillKnowledgeBases(url, `${DATA}/manuals`);
  const database = openDatabase({ url, poolSize: 2, applicationName: 'search quality', statementTimeout: 0 });
  try {
    const corpora = await listCorpora(database);
    const engine = createMeilisearch({ ...meilisearch, database });
    const filled = [
      { name: OURS[0], index: asSearchIndex(engine.index('guidepost-quality')) },
      { name: "Meilisearch's own settings on the texts", index: createPlainMeilisearch(meilisearch) },
      { name: "PostgreSQL's own dictionaries, `ts_rank_cd`", index: createPlainFullText(database) },
      { name: 'substring (`ilike`), titles first', index: createSubstringSearch(database) },
    ];
    await fillOthers(database, filled, corpora);
    // Filled by `kb reindex`.
    const postgres = { name: OURS[1], index: createPostgresSearch(database) };
    const contenders = filled.toSpliced(1, 0, postgres);
    const answers = await compare(contenders, corpora, readJudgedQueries(JUDGED));
    for (const name of OURS) {
      process.stdout.write(`${name}, at its worst:\n${describeWorst(answers, name, GOOD)}\n\n`);
    }
    return describeComparison(answers);
  } finally {
    await closeDatabase(database);
  }
}

/** A fresh one, since what it held of another run would be found, too. */
async function startFresh(directory: string) {
  const program = findMeilisearch();
  if (!program) throw new AppError('unavailable', 'There is no meilisearch on the PATH to compare with.');
  await rm(directory, { recursive: true, force: true });
  return startMeilisearch({ program, directory });
}

await mkdir(DATA, { recursive: true });
const meilisearch = await startFresh(`${DATA}/meilisearch`);
const server = await startPostgres({ directory: `${DATA}/postgres`, durable: false });
try {
  await server.ensureDatabase('kb');
  const text = await measure(server.url('kb'), meilisearch);
  process.stdout.write(`${text}\n`);
  await writeFile(REPORT, (await readFile(REPORT, 'utf8')).replace(TABLE, `\n${text}\n\n`));
} finally {
  await server.release();
  await meilisearch.stop();
}
