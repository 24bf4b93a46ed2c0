import type { BenchPlace } from '../bench-place.ts';
import type { CpuComparison } from '../cpu-per-request.ts';
import { SMALL_SIZE, writeSmallForum } from './content.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { measureForumImport, reportForumImport, SIZE } from './import-archive.ts';
import { measurePosting, type PostingSpeed } from './post-dialogs.ts';
import { measureReadDialogs, type ReadDialogsResult } from './read-dialogs.ts';

/** Imports a large forum, reads it and posts to a new one. */
export async function measureForum(place: BenchPlace): Promise<string> {
  const imported = await measureForumImport(place.databaseUrl, place.directory);
  const content = await writeSmallForum(place);
  const growth = await measureGrowth(place.databaseUrl, content);
  const reading = await measureReadDialogs(place.databaseUrl, content.small);
  const posting = await measurePosting(place.databaseUrl);
  return [reportForumImport(imported), reportReading(reading), reportGrowth(growth), reportPosting(posting)]
    .map((text) => text.trim())
    .join('\n\n');
}

const count = (value: number) => value.toLocaleString('en');

function reportReading({ list, lists, one, each }: ReadDialogsResult): string {
  const row = (what: string, { service, baseline, ratio }: CpuComparison) =>
    `| ${what} | ${service.toFixed(0)} | ${baseline.toFixed(0)} | **${ratio.toFixed(2)}** | at most 1.4 |`;
  return `### Reading dialogs

CPU time of the service a request, in JSON, against Express with the same prepared statement through pg-promise and
\`JSON.stringify\` of its rows. Seven rounds that take turns, 8 at a time. What was read is kept until its forum changes, so
each is shown twice: asked for again and again, and each for the first time since a change.

| | Guidepost, µs | Express, µs | ratio | wanted |
|---|---|---|---|---|
${row('the newest fifty, again and again', list)}
${row('fifty from another place each time', lists)}
${row('one dialog, again and again', one)}
${row('another dialog each time', each)}`;
}

function reportGrowth(growth: readonly Growth[]): string {
  const rows = growth.map(
    ({ what, small, large, ratio }) =>
      `| ${what} | ${small.toFixed(2)} | ${large.toFixed(2)} | **${ratio.toFixed(2)}** | at most 1.20 |`,
  );
  return `### A hundred times as many dialogs

The time from a request to its answer, one at a time, each made anew; \`start\` goes up to 900 where a list is that long.
Medians of seven rounds in which both forums take turns.

| | ${count(SMALL_SIZE.dialogs)} dialogs, ms | ${count(SIZE.dialogs)} dialogs, ms | ratio | wanted |
|---|---|---|---|---|
${rows.join('\n')}`;
}

function reportPosting({ http, statement, insert, alone, insertAlone, ratios }: PostingSpeed): string {
  const row = (what: string, atOnce: number, oneByOne = '') =>
    `| ${what} | ${atOnce.toFixed(0)} | ${oneByOne} |`;
  return `### Posting dialogs

To one forum, in posts a second, with the limits off; the service feeds its search index meanwhile. Seven rounds that take
turns. All posts to a forum commit one after the other (decision 0020), while inserts that share no row commit together: what
the statement reaches 8 at a time is the ceiling for one forum.

| | 8 at a time | one at a time |
|---|---|---|
${row('over HTTP', http)}
${row('the service’s own statement, by pg-promise: **the ceiling for one forum**', statement, alone.toFixed(0))}
${row('the row of a dialog alone, into a table like that of dialogs with its indexes', insert, insertAlone.toFixed(0))}

| ratio (median of the rounds’ ratios) | measured | wanted |
|---|---|---|
| throughput over HTTP to that of the statement | **${ratios.httpToStatement.toFixed(2)}** | at least 0.7 |
| time of the statement to that of a single-row insert, one at a time | **${ratios.insertToStatementAlone.toFixed(2)}** | at most 3 |
| the same, 8 at a time | ${ratios.insertToStatement.toFixed(2)} | |`;
}
