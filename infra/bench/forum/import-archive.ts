import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { archiveLines } from '../../archives/archive.ts';
import { type CommandRun, runForumCommand, startForumCommand } from '../measured-command.ts';

export interface ForumImportResult {
  archiveBytes: number;
  /** Killed after so many lines. */
  killedAfter: number;
  /** Until it was killed. */
  killedSeconds: number;
  resumed: CommandRun;
  /** What the forum holds afterwards. */
  held: Counts;
  exported: CommandRun;
}

interface Counts {
  dialogs: number;
  comments: number;
}

export const SIZE = { dialogs: 100_000, comments: 500_000, seed: 1 };
const SLUG = 'large';
export const ACCOUNT = 'Bench';

/** Imports a made-up archive, with a kill -9 on the way, and exports it again. */
export async function measureForumImport(databaseUrl: string, directory: string): Promise<ForumImportResult> {
  const archive = join(directory, 'archive.ndjson');
  await pipeline(archiveLines(SIZE), createWriteStream(archive));
  await runForumCommand(databaseUrl, 'account', 'create', ACCOUNT, '--api-keys');
  await runForumCommand(databaseUrl, 'create', SLUG, '--account', ACCOUNT, '--name', SLUG);
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'bench',
    statementTimeout: 0,
  });
  try {
    const killedSeconds = await importUntilKilled(database, databaseUrl, archive);
    const killedAfter = await linesImported(database);
    const resumed = await runForumCommand(databaseUrl, 'import', SLUG, archive);
    const held = await database.one<Counts>(
      'select (select count(*) from dialogs) as dialogs, (select count(*) from comments) as comments',
    );
    const target = join(directory, 'exported.ndjson');
    const exported = await runForumCommand(databaseUrl, 'export', SLUG, target, '--with-personal-data');
    return { archiveBytes: (await stat(archive)).size, killedAfter, killedSeconds, resumed, held, exported };
  } finally {
    await closeDatabase(database);
  }
}

async function importUntilKilled(database: Database, databaseUrl: string, archive: string): Promise<number> {
  const started = performance.now();
  const child = startForumCommand(databaseUrl, 'import', SLUG, archive);
  while ((await linesImported(database)) < SIZE.dialogs / 4) await pause(100);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return (performance.now() - started) / 1_000;
}

async function linesImported(database: Database): Promise<number> {
  const { lines } = await database.one<{ lines: number }>(
    'select coalesce(sum(lines), 0)::bigint as lines from import_progress',
  );
  return lines;
}

export function reportForumImport(result: ForumImportResult): string {
  const { archiveBytes, killedAfter, killedSeconds, resumed, held, exported } = result;
  const number = (value: number) => value.toLocaleString('en');
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  const isWhole = held.dialogs === SIZE.dialogs && held.comments === SIZE.comments;
  return `### A forum of ${number(SIZE.dialogs)} dialogs with ${number(SIZE.comments)} comments

Made up by \`pnpm forum:generate\` (${megabytes(archiveBytes)}), imported with a \`kill -9\` after ${number(killedAfter)} lines and the same command again.

| what | measured | wanted |
|---|---|---|
| import, both runs together | ${(killedSeconds + resumed.seconds).toFixed(0)} s | under 600 s |
| memory of the second run at its peak | ${megabytes(resumed.peakBytes)} | under 400 MB |
| dialogs and comments afterwards | ${number(held.dialogs)} and ${number(held.comments)} | ${isWhole ? 'as many' : `${number(SIZE.dialogs)} and ${number(SIZE.comments)}`} |
| export with personal data | ${exported.seconds.toFixed(0)} s, ${megabytes(exported.peakBytes)} | |
`;
}
