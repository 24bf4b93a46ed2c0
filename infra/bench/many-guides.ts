import { join } from 'node:path';
import { writeManyGuides } from './generate-guides.ts';
import { type CommandRun, runKnowledgeBaseCommand } from './measured-command.ts';
import { measureSearch, type SearchSpeed } from './search-speed.ts';

export interface ManyGuidesResult {
  imported: CommandRun;
  again: CommandRun;
  indexed: CommandRun;
  searches: SearchSpeed[];
}

const HOST = 'many.example.com';
const GUIDES = 10_000;

/** What is wanted of a search, in milliseconds, by the share of guides that hold the word. */
const WANTED: Readonly<Record<number, number>> = { 0.01: 10, 0.1: 40, 0.5: 200 };

/** Imports ten thousand Markdown guides and searches them. */
export async function measureManyGuides(databaseUrl: string, directory: string): Promise<ManyGuidesResult> {
  const source = join(directory, 'many');
  await writeManyGuides(source, GUIDES);
  const kb = (...words: string[]) => runKnowledgeBaseCommand(databaseUrl, ...words);
  await kb('create', HOST, '--name', 'Many', '--organization', 'Example Ltd');
  const imported = await kb('import', HOST, source);
  const again = await kb('import', HOST, source);
  const indexed = await kb('reindex', HOST);
  return { imported, again, indexed, searches: await measureSearch(databaseUrl, HOST) };
}

export function reportManyGuides({ imported, again, indexed, searches }: ManyGuidesResult): string {
  const time = ({ seconds }: CommandRun) => `${seconds.toFixed(1)} s`;
  const peak = ({ peakBytes }: CommandRun) => `${Math.round(peakBytes / 1_000_000)} MB`;
  const rows = searches.map(
    ({ share, total, milliseconds }) =>
      `| a word in ${share * 100} % of them | ${total} | ${milliseconds.toFixed(1)} ms | under ${WANTED[share]} ms |`,
  );
  const plans = searches.map(
    ({ share, plan }) => `A word in ${share * 100} %:\n\n\`\`\`\n${plan.trim()}\n\`\`\`\n`,
  );
  return `### Ten thousand Markdown guides

Of 5 kB, made by a script, their words as unevenly spread as those of a language.

| what | measured | peak of memory | wanted |
|---|---|---|---|
| import | ${time(imported)} | ${peak(imported)} | under 120 s |
| the same again, nothing changed | ${time(again)} | ${peak(again)} | |
| \`kb reindex\` of all of them | ${time(indexed)} | ${peak(indexed)} | |

A whole search for one word, every statement of it, after ANALYZE; the median of fifteen:

| word | guides found | measured | wanted |
|---|---|---|---|
${rows.join('\n')}

How PostgreSQL finds them (the rest of the time is ranking):

${plans.join('\n')}`;
}
