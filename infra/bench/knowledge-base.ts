import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, openDatabase } from '@guidepost/postgres';
import { findPostgresqlManual } from '../manuals/postgresql-manual.ts';
import type { BenchPlace } from './bench-place.ts';
import { checkLinks, type LinkReport } from './check-links.ts';
import type { CpuComparison } from './cpu-per-request.ts';
import { type ImportManualResult, measureImport } from './import-manual.ts';
import { type ManyGuidesResult, measureManyGuides, reportManyGuides } from './many-guides.ts';
import { measurePageLoads, type PageLoad, reportPageLoads } from './page-load.ts';
import { measureReadGuide, type ReadGuideResult } from './read-guide.ts';
import { measureReadPage, type ReadPageResult, reportReadPage } from './read-page.ts';
import { startService } from './start-service.ts';

const HOST = 'postgresql.example.com';
const PORT = 4912;
const USUAL_GUIDES = 500;
const MEGABYTE = 1_000_000;

interface Results {
  imported: ImportManualResult;
  links: LinkReport;
  startMilliseconds: number;
  residentBytes: number;
  indexingBytes: number;
  guideBytes: number;
  read: ReadGuideResult;
  page: ReadPageResult;
  loads: PageLoad[] | undefined;
  many: ManyGuidesResult;
}

/** Imports and reads a real manual, and ten thousand guides that a script has made. */
export async function measureKnowledgeBase({ databaseUrl, directory }: BenchPlace): Promise<string> {
  return report(await measure(databaseUrl, directory));
}

async function measure(databaseUrl: string, directory: string): Promise<Results> {
  const manual = await findPostgresqlManual(join(directory, 'manuals'));
  const imported = await measureImport(databaseUrl, HOST, manual);
  const indexingBytes = await memoryAfterStart(databaseUrl);
  const residentBytes = await memoryAfterStart(databaseUrl);
  const { process: service, startMilliseconds } = await startService(databaseUrl, PORT);
  const links = await checkLinks(service.address, HOST);
  await service.stop();
  const guides = await usualGuides(databaseUrl);
  const read = await measureReadGuide({ databaseUrl, host: HOST, ...guides });
  const slugs = await listSlugs(databaseUrl);
  const page = await measureReadPage({ databaseUrl, host: HOST, slugs });
  const loads = await measurePageLoads(databaseUrl, { host: HOST, slug: slugs[0] ?? '' });
  const many = await measureManyGuides(databaseUrl, directory);
  return {
    imported,
    links,
    startMilliseconds,
    residentBytes,
    indexingBytes,
    guideBytes: guides.bytes,
    read,
    page,
    loads,
    many,
  };
}

/** What the service holds ten seconds after its start: the first time it finds the manual in the search queue. */
async function memoryAfterStart(databaseUrl: string): Promise<number> {
  const { process: service } = await startService(databaseUrl, PORT);
  await pause(10_000);
  const { residentBytes } = await service.usage();
  await service.stop();
  return residentBytes;
}

/** The guides nearest to the median size: neither stubs nor chapters; the size is that of the first. */
async function usualGuides(
  url: string,
): Promise<{ knowledgeBaseId: number; guideIds: number[]; bytes: number }> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  const guides = await database.one(
    `select min(knowledge_base_id) as "knowledgeBaseId", array_agg(id order by distance, id) as "guideIds",
       (array_agg(content_bytes order by distance, id))[1] as bytes
     from (
       select g.knowledge_base_id, g.id, g.content_bytes, abs(g.content_bytes - m.median) as distance
       from guides g, (select percentile_disc(0.5) within group (order by content_bytes) as median from guides) m
       order by distance, g.id
       limit $1
     ) usual`,
    [USUAL_GUIDES],
  );
  await closeDatabase(database);
  return guides;
}

/** Of the manual's guides, the one of median size first. */
async function listSlugs(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'bench', statementTimeout: 0 });
  const guides = await database.any('select slug from guides order by content_bytes');
  await closeDatabase(database);
  const slugs = guides.map(({ slug }) => slug);
  return slugs.splice(slugs.length >> 1).concat(slugs);
}

const readRow = (what: string, { service, baseline, ratio }: CpuComparison) =>
  `| ${what} | ${service.toFixed(0)} | ${baseline.toFixed(0)} | **${ratio.toFixed(2)}** | at most 1.7 |`;
const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const seconds = (value: number) => `${value.toFixed(1)} s`;

function report(results: Results): string {
  const {
    imported,
    links,
    startMilliseconds,
    residentBytes,
    indexingBytes,
    guideBytes,
    read,
    page,
    loads,
    many,
  } = results;
  const { first, second } = imported;
  return `### A real manual

PostgreSQL 15's, from Debian's package \`postgresql-doc-15\`: ${imported.pages} HTML pages.

| what | measured | wanted |
|---|---|---|
| import into an empty knowledge base, with the start of the command | ${seconds(first.seconds)} | under 60 s |
| the same again, nothing changed | ${seconds(second.seconds)} | under 10 s |
| memory of the import at its peak | ${megabytes(first.peakBytes)} | under 300 MB |
| guides made of the pages | ${imported.guides} of ${imported.pages} | all |
| guides read back over the API | ${links.guides} | all |
| links from guide to guide | ${links.links}, ${links.broken.length} of them broken | none broken |

### The service

Built, as images run it.

| what | measured | wanted |
|---|---|---|
| from the start of the process to its first answer, the database being up | ${Math.round(startMilliseconds)} ms | under 1,000 ms |
| memory 10 s after it is ready | ${megabytes(residentBytes)} | under 130 MB |
| the same when it has put the whole manual into the search index meanwhile | ${megabytes(indexingBytes)} | |

### One guide by id

CPU time of the service a request, for guides of about the median size (${guideBytes.toLocaleString('en')} bytes), against Express with the same
prepared select through pg-promise and \`JSON.stringify\` of the row. Seven rounds that take turns, 8 at a time. What was read is
kept until its knowledge base changes, so both are shown.

| | Guidepost, µs | Express, µs | ratio | wanted |
|---|---|---|---|---|
${readRow('one guide, again and again', read.again)}
${readRow(`each of ${USUAL_GUIDES} guides, for the first time since a change`, read.first)}

${reportReadPage(page)}
${reportPageLoads(loads)}
${reportManyGuides(many)}`;
}
