import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { CommandRun, Memory } from '../rigs/place.ts';
import { DIALOGS, GUIDES, type Imports, MANY_GUIDES } from './content.ts';
import type { EngineResult } from './engines.ts';
import type { PostResult, ReadResult } from './measure.ts';

export interface Results {
  engines: EngineResult[];
  imports: Imports;
  /** Seconds until all was indexed. */
  indexed: Record<'kb' | 'forum', number>;
  reads: ReadResult[];
  posts: PostResult[];
  /** After all reads. */
  memory: Record<'kb' | 'forum', Memory>;
}

/** A line for each read; too slow is one whose best round, and so its median, is below its floor. */
export function reportFloors(
  floors: readonly { floor: number }[],
  reads: readonly ReadResult[],
): { lines: string[]; tooSlow: boolean } {
  const compared = reads.map((read, index) => ({ ...read, floor: floors[index]?.floor ?? 0 }));
  const isTooSlow = ({ bestRatio, floor }: (typeof compared)[number]) => bestRatio < floor;
  const lines = compared.map((read) => {
    const { what, ratio, bestRatio, floor } = read;
    const figures = `${ratio.toFixed(3)} of the bare server, at best ${bestRatio.toFixed(3)}, at least ${floor}`;
    return `${isTooSlow(read) ? 'too slow' : 'ok'}: ${what}: ${figures}`;
  });
  return { lines, tooSlow: compared.some(isTooSlow) };
}

/** Measured by hand. */
const PROFILE = readFileSync(new URL('./where-time-goes.md', import.meta.url), 'utf8');

const count = (value: number) => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** @param growth the section of another measurement */
export function reportResults(
  { imports, indexed, reads, posts, memory, engines }: Results,
  growth: string,
): string {
  return `# Benchmarks

\`npm run bench\` writes this page: ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node
${process.versions.node}, the embedded PostgreSQL with fsync on. Rates depend on the machine and its load; ratios compare both
servers in one run.

## Reads

20 connections from the same machine read ${count(GUIDES.guides)} guides of 3 kB and ${count(DIALOGS.dialogs)} dialogs. The bare server is \`node:http\` alone, sending
the same bytes. Both take turns for five rounds; the figures are medians. Each address is requested once
after a change, so every answer is made from the database unless it is "kept". Express alone runs the service's own
statement and JSON.stringify, without checks, cache and entity tags. Searches are answered by
the service itself unless Meilisearch is named, which is measured if it is installed.

![The share of a bare server's rate that each kind of read reaches](benchmarks.svg)

| | bytes | answers a second | 97.5 % within | bare server | ratio | to Express alone |
|---|---|---|---|---|---|---|
${reads
  .map(
    ({ what, bytes, rate, latency, bareRate, ratio, peerRatio }) =>
      `| ${what} | ${kilobytes(bytes)} | ${count(rate)} | ${count(latency)} ms | ${count(bareRate)} | **${ratio.toFixed(3)}** | ${peerRatio?.toFixed(2) ?? ''} |`,
  )
  .join('\n')}

Memory after all reads: kb-service ${megabytes(memory.kb.residentBytes)}, forum-service ${megabytes(memory.forum.residentBytes)} (at most ${megabytes(memory.kb.peakBytes)} and
${megabytes(memory.forum.peakBytes)}).

${reportEngines(engines)}
## Posts

Dialogs posted to one forum; all posts to a forum commit one after the other ([decision 0020](decisions/0020-locks-and-counters.md)).

| connections | posts a second | 97.5 % within |
|---|---|---|
${posts.map(({ connections, rate, latency }) => `| ${connections} | ${count(rate)} | ${count(latency)} ms |`).join('\n')}

## Imports

| | time | peak of memory |
|---|---|---|
${importRow(guidesTitle(GUIDES), imports.guides)}
${importRow('the same file again, nothing changed', imports.unchanged)}
${importRow(guidesTitle(MANY_GUIDES), imports.manyGuides)}
${importRow(`${count(DIALOGS.dialogs)} dialogs with ${count(DIALOGS.comments)} comments`, imports.dialogs)}

The search index of ${count(GUIDES.guides + MANY_GUIDES.guides)} guides was complete ${count(indexed.kb)} s after the service started, that of ${count(DIALOGS.dialogs)} dialogs after
${count(indexed.forum)} s.

${growth}${PROFILE.trimStart()}`;
}

function guidesTitle({ guides, inCategories, withTags }: typeof GUIDES): string {
  return `${count(guides)} guides in ${inCategories} categories each, with ${withTags} tags`;
}

function importRow(what: string, { seconds, peakBytes }: CommandRun): string {
  return `| ${what} | ${seconds.toFixed(1)} s | ${megabytes(peakBytes)} |`;
}

/** How search engines compare on the same texts. */
export function reportEngines(engines: readonly EngineResult[]): string {
  const rows = engines.map(({ name, documents, indexed, rate, median, longest }) =>
    [name, count(documents), count(indexed), count(rate), median.toFixed(1), longest.toFixed(1)].join(' | '),
  );
  return `## Search engines

The same texts of 3 kB with the same queries, any word of which finds; the first twenty results, best first. PostgreSQL is
asked over ten connections; SQLite and MiniSearch are in memory and in the process that asks.

| | documents | indexed a second | searches a second, 20 at once | one alone, median ms | longest |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

const [WIDTH, ROW, LABELS] = [840, 26, 350];

/** The plot docs/benchmarks.svg: each kind of read as a share of the bare server's rate. */
export function plotReads(reads: readonly ReadResult[]): string {
  const bars = reads.map(({ what, ratio }, index) => {
    const top = index * ROW;
    const length = Math.max(1, Math.min(1, ratio) * (WIDTH - LABELS - 60));
    return `<text x="${LABELS - 10}" y="${top + 17}" text-anchor="end">${what}</text>
<rect x="${LABELS}" y="${top + 5}" width="${length.toFixed(1)}" height="${ROW - 10}" fill="#2f6fb3"/>
<text x="${(LABELS + length + 6).toFixed(1)}" y="${top + 17}">${ratio.toFixed(3)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${reads.length * ROW}" font-family="system-ui, sans-serif" font-size="13">
<title>The share of a bare server's rate that each kind of read reaches</title>
<rect width="100%" height="100%" fill="#fff"/>
<g fill="#222">
${bars.join('\n')}
</g>
</svg>
`;
}
