import { cpuPerRequest } from './cpu-per-request.ts';
import { runKnowledgeBaseCommand } from './measured-command.ts';
import { median } from './median.ts';
import { startService } from './start-service.ts';

/** The guides that are read, and where. */
export interface ReadPageOptions {
  databaseUrl: string;
  host: string;
  slugs: string[];
}

/** Microseconds of CPU a request, the medians over all rounds, and the median of each round's own ratio. */
export interface Comparison {
  api: number;
  page: number;
  ratio: number;
}

export interface ReadPageResult {
  /** One guide again and again: its page is kept. */
  again: Comparison;
  /** Each guide for the first time since something changed. */
  first: Comparison;
}

type Round = Omit<Comparison, 'ratio'>;

const PORT = 4913;
const ROUNDS = 7;
const REQUESTS = 4_000;
const HEADERS = { Accept: 'application/vnd.api+json' };

/** CPU time of a guide's page beside that of the API's guide, in one process and in rounds that take turns. */
export async function measureReadPage({
  databaseUrl,
  host,
  slugs,
}: ReadPageOptions): Promise<ReadPageResult> {
  const { process: service } = await startService(databaseUrl, PORT);
  const side = (path: string, read: readonly string[]) => ({
    process: service,
    urls: read.map((slug) => `${service.address}${path}/${slug}`),
    headers: HEADERS,
  });
  const api = `/knowledge/v1/${host}/guides/slug`;
  const page = `/site/${host}/guides`;
  const one = slugs.slice(0, 1);
  const again = async (requests = REQUESTS): Promise<Round> => ({
    api: await cpuPerRequest(side(api, one), requests),
    page: await cpuPerRequest(side(page, one), requests),
  });
  const first = async (round: number): Promise<Round> => {
    await runKnowledgeBaseCommand(databaseUrl, 'set', host, 'name', `Manual, reading ${round}`);
    return {
      api: await cpuPerRequest(side(api, slugs), slugs.length),
      page: await cpuPerRequest(side(page, slugs), slugs.length),
    };
  };
  await again();
  await first(0);
  const rounds = { again: [] as Round[], first: [] as Round[] };
  for (let round = 1; round <= ROUNDS; round++) {
    rounds.again.push(await again());
    rounds.first.push(await first(round));
  }
  await service.stop();
  return { again: compare(rounds.again), first: compare(rounds.first) };
}

function compare(rounds: Round[]): Comparison {
  return {
    api: median(rounds.map(({ api }) => api)),
    page: median(rounds.map(({ page }) => page)),
    ratio: median(rounds.map(({ api, page }) => page / api)),
  };
}

export function reportReadPage({ again, first }: ReadPageResult): string {
  const row = (what: string, { api, page, ratio }: Comparison, wanted: string) =>
    `| ${what} | ${api.toFixed(0)} | ${page.toFixed(0)} | **${ratio.toFixed(2)}** | ${wanted} |`;
  return `### A guide's page

CPU time of the service a request, the page of a guide against the guide over the API, by slug, in one process and in
seven rounds that take turns, 8 at a time. A page that was read is kept until its knowledge base changes.

| | API, µs | page, µs | ratio | wanted |
|---|---|---|---|---|
${row('one guide, read again and again', again, 'at most 1.2')}
${row('each of the manual’s guides, for the first time since a change', first, '')}
`;
}
