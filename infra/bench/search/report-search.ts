import type { SearchFigures, ServiceFigures } from './figures.ts';
import { CLIENTS } from './many-clients.ts';
import { type SearchTime, WARM_UP } from './one-at-a-time.ts';
import { PAGE } from './searched-service.ts';

/** What a search may cost: so many times what it consists of, or so many milliseconds more. */
const [MOST_TIMES, MOST_MORE] = [1.3, 1.5];

const LONGEST_UNTIL_FOUND = 2_000;

/** The section on search. */
export function reportSearch({ version, services }: SearchFigures): string {
  const all = services.map(({ service: { documents, noun } }) => `${count(documents)} ${noun}`).join(' and ');
  const parts = [
    `Of ${all}, made up by scripts, on Meilisearch ${version} and on PostgreSQL, which does what Meilisearch does where there is none.
A search shows the first ${PAGE} that it finds.`,
    ...services.map(reportOneAtATime),
    reportManyClients(services),
    reportIndexing(services),
    reportFindable(services),
    reportSizes(services),
  ];
  return parts.map((text) => text.trim()).join('\n\n');
}

const count = (value: number) => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number) => `${count(bytes / 1_000_000)} MB`;
const milliseconds = (value: number) => value.toFixed(value < 100 ? 1 : 0);

function reportOneAtATime({ service, oneAtATime }: ServiceFigures): string {
  const rows = oneAtATime.map((time) => {
    const { what, found, api, beneath, engine } = time;
    const figures = [api, beneath, engine].map(milliseconds).join(' | ');
    return `| ${what} | ${count(found)} | ${figures} | **${(api / beneath).toFixed(2)}** | ${milliseconds(api - beneath)} | ${isWithin(time) ? 'yes' : 'no'} |`;
  });
  return `### One search after the other: ${service.noun}

Milliseconds of a search through the API, against the same questions to Meilisearch over HTTP and the service's own statement for
the page, sent by a plain script: medians of seven rounds in which both take turns, after ${WARM_UP} searches of each kind. Wanted:
at most ${MOST_TIMES} times as long, or ${MOST_MORE} ms longer. A word misspelt is asked for twice, as it is typed and as it is spelt.

| query | found | API | beneath it | of that, Meilisearch | ratio | more | as wanted |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

/** Whether a search costs no more than is wanted. */
export function isWithin({ api, beneath }: Pick<SearchTime, 'api' | 'beneath'>): boolean {
  return api <= Math.max(beneath * MOST_TIMES, beneath + MOST_MORE);
}

const ENGINES = { meilisearch: 'Meilisearch', postgresql: 'PostgreSQL' } as const;

/** A row for each service and engine of which there is something to say. */
function rowsOf(
  services: readonly ServiceFigures[],
  cells: (engine: keyof typeof ENGINES, figures: ServiceFigures) => string[] | undefined,
): string {
  const rows = services.flatMap((figures) =>
    (['meilisearch', 'postgresql'] as const).flatMap((engine) => {
      const values = cells(engine, figures);
      return values ? [`| ${figures.service.noun} | ${ENGINES[engine]} | ${values.join(' | ')} |`] : [];
    }),
  );
  return rows.join('\n');
}

function reportManyClients(services: readonly ServiceFigures[]): string {
  const rows = rowsOf(services, (engine, figures) => {
    const { p50, p95, perSecond, refused, shareOfMeilisearch } = figures[engine].throughput;
    const searches = [perSecond, refused].map(count);
    return [milliseconds(p50), milliseconds(p95), ...searches, percent(shareOfMeilisearch)];
  });
  return `### ${CLIENTS} clients

Each searches for something else as soon as it has its answer, for twenty seconds: one to five words, as frequent as they are in the
texts, some half typed or misspelt; nothing twice. Milliseconds; the clients run on the same machine.

| what | engine | p50 | p95 | searches a second | refused | answered by Meilisearch |
|---|---|---|---|---|---|---|
${rows}`;
}

function reportIndexing(services: readonly ServiceFigures[]): string {
  const rows = rowsOf(services, (engine, figures) => [count(figures[engine].indexed)]);
  return `### Indexing

By the worker of a service that was started after an import: into PostgreSQL's index from the full queue, and then into that of a
Meilisearch that it had not known before.

| what | engine | documents a second |
|---|---|---|
${rows}`;
}

function reportFindable(services: readonly ServiceFigures[]): string {
  const posts = services.flatMap(({ meilisearch: { findable } }) => findable?.posts ?? []);
  const rows = rowsOf(services, (engine, figures) => {
    const { findable } = figures[engine];
    if (!findable) return undefined;
    const { p50, p95, shareOfMeilisearch } = findable;
    const wanted = `at most ${count(LONGEST_UNTIL_FOUND)} ms`;
    return [`${count(p50)} ms`, `**${count(p95)} ms**`, wanted, percent(shareOfMeilisearch)];
  });
  return `### Until a post is found

From the answer to a post until a search for a word of it finds it, the service being idle otherwise; ${posts[0]} posts.

| what | engine | p50 | p95 | wanted of p95 | searches that Meilisearch answered |
|---|---|---|---|---|---|
${rows}`;
}

function reportSizes(services: readonly ServiceFigures[]): string {
  const rows = rowsOf(services, (engine, figures) => {
    const { indexBytes } = figures[engine];
    const memory = engine === 'meilisearch' ? figures.memory : undefined;
    const held = memory ? `${megabytes(memory.own)} and ${megabytes(memory.files)} of files` : '';
    return [megabytes(indexBytes), count(indexBytes / figures.service.documents), held];
  });
  return `### Sizes

On disk when all was indexed; PostgreSQL's index is there beside Meilisearch's. The memory is that of Meilisearch after all the above:
its own, and pages of its files, which the system takes back when it needs room.

| what | engine | on disk | bytes a document | memory |
|---|---|---|---|---|
${rows}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
}
