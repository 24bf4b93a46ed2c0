import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { startEmbedded } from '@guidepost/postgres/embedded';
import { createPostgresSearch } from '@guidepost/search';
import { loadGuideDocuments } from '../../services/kb-service/src/search/guide-documents.ts';
import { createPlainFullText, createSubstringSearch } from './baselines/baseline.ts';
import { type Contender, compare, type SearchedCorpus } from './compare.ts';
import { CORPORA } from './corpora.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { fillKnowledgeBases, hostOf } from './knowledge-bases.ts';
import { describeComparison, describeWorst } from './report.ts';

/** `npm run search:quality`: asks the judged queries of real texts, and writes the table in docs/search.md. */
const REPORT = new URL('../../docs/search.md', import.meta.url);
const JUDGED = new URL('./judged-queries.tsv', import.meta.url);
/** Kept, so that a second run takes seconds. */
const DATA = fileURLToPath(new URL('../../.data/search-quality', import.meta.url));
const TABLE = /(?<=<!-- npm run search:quality -->\n).*?(?=<!-- end -->)/s;
const OURS = 'Guidepost on PostgreSQL';

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

async function measure(url: string): Promise<string> {
  await fillKnowledgeBases(url, `${DATA}/manuals`);
  const database = openDatabase({ url, poolSize: 2, applicationName: 'search quality', statementTimeout: 0 });
  try {
    const corpora = await listCorpora(database);
    const others = [
      { name: "PostgreSQL's own dictionaries, `ts_rank_cd`", index: createPlainFullText(database) },
      { name: 'substring (`ilike`), titles first', index: createSubstringSearch(database) },
    ];
    await fillOthers(database, others, corpora);
    const contenders = [{ name: OURS, index: createPostgresSearch(database) }, ...others];
    const answers = await compare(contenders, corpora, readJudgedQueries(JUDGED));
    process.stdout.write(`Ours, at their worst:\n${describeWorst(answers, OURS, 0.7)}\n\n`);
    return describeComparison(answers);
  } finally {
    await closeDatabase(database);
  }
}

await mkdir(DATA, { recursive: true });
const server = await startEmbedded({ directory: `${DATA}/postgres`, durable: false });
try {
  await server.ensureDatabase('kb');
  const text = await measure(server.url('kb'));
  process.stdout.write(`${text}\n`);
  await writeFile(REPORT, (await readFile(REPORT, 'utf8')).replace(TABLE, `\n${text}\n\n`));
} finally {
  await server.release();
}
