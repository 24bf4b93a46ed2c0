import {
  createProgress,
  type OutputOptions,
  type Progress,
  type Session,
  withOutput,
  withProgress,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { type Command, Option } from 'commander';
import { exportToFile, exportToStream } from '../archive/export/export-forum.ts';
import { type ImportSummary, importForum } from '../archive/import/import-forum.ts';
import { createPosterSecret } from '../people/posters.ts';
import { forumCommand, parseEmail, parseLate, parseSlug, STDOUT } from './arguments.ts';
import { configuredPublicUrl, configuredSecret } from './configured.ts';
import { exportPersonTo } from './person.ts';
import { runCommand } from './run-command.ts';

interface ExportOptions extends OutputOptions {
  withPersonalData?: boolean;
  email?: string;
  forum?: string;
  force?: boolean;
}

interface ExportRequest {
  slug: string;
  file: string;
  force: boolean;
  personalData: boolean;
}

const INTERRUPTED = 'imported dialogs stay; run the same command again to import the rest.';

/** `forum import` */
export function addImport(program: Command): void {
  const command = forumCommand(program, 'import').argument(
    '<file>',
    'the archive (NDJSON, one dialog per line); invalid lines, comments and votes are refused, each alone',
  );
  withOutput(command, 'forum import example archive.ndjson')
    .addHelpText(
      'after',
      `
To resume an interrupted import, run the same command again.
Refused lines, comments and votes are listed on standard error, and the exit code is 1.`,
    )
    .action(runImport);
}

async function runImport(slug: string, file: string, options: OutputOptions): Promise<void> {
  let refused = '';
  await runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
    const started = performance.now();
    const summary = await importWithProgress(session, slug, file);
    refused = describeRefused(summary);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { document: { ...summary, seconds }, text: describeImport(summary, seconds) };
  });
  if (refused !== '') throw new AppError('invalid', refused);
}

const REFUSED = [
  ['refused', 'line'],
  ['refused_comments', 'comment'],
  ['refused_votes', 'vote'],
  ['refused_marks', 'accepted answer'],
] as const;

/** `2 lines and 1 vote were refused.`; empty if nothing was. */
function describeRefused(summary: ImportSummary): string {
  const counts = REFUSED.flatMap(([name, noun]) => {
    const count = summary[name];
    return count > 0 ? [count === 1 ? `1 ${noun}` : `${count} ${noun}s`] : [];
  });
  const isOne = REFUSED.reduce((sum, [name]) => sum + summary[name], 0) === 1;
  return counts.length > 0 ? `${PARTS.format(counts)} ${isOne ? 'was' : 'were'} refused.` : '';
}

const PARTS = new Intl.ListFormat('en-GB');

function importWithProgress(
  { database, signal }: Session,
  slug: string,
  path: string,
): Promise<ImportSummary> {
  let progress: Progress | undefined;
  const advance = (lines: number) => {
    for (let done = 0; done < lines; done += 1) progress?.advance();
  };
  return importForum(database, {
    slug,
    path,
    signal,
    secret: createPosterSecret(database, configuredSecret()),
    publicUrl: configuredPublicUrl(),
    onStart(lines, done) {
      progress = createProgress(process.stderr, lines, 'lines');
      advance(done);
    },
    onBatch(lines, refusals) {
      if (refusals.length > 0) progress?.clear();
      for (const { line, reason } of refusals) process.stderr.write(`${path}:${line}: ${reason}\n`);
      advance(lines);
    },
  }).finally(() => progress?.clear());
}

function describeImport(summary: ImportSummary, seconds: number): string {
  const { slug, dialogs, comments, votes, duplicates, lines, refused, resumed_after } = summary;
  const { refused_comments, refused_votes } = summary;
  const resumed = resumed_after > 0 ? `, resuming at line ${resumed_after + 1}` : '';
  return [
    summary.finished_before
      ? `Nothing was changed: ${slug} already has this file. Its import had:`
      : `Imported into ${slug} in ${seconds} s${resumed}. Totals of ${lines === 1 ? '1 line' : `${lines} lines`}:`,
    `  dialogs   ${dialogs}${duplicates > 0 ? `, ${duplicates} of them duplicates in title and text` : ''}`,
    `  comments  ${comments}${refused_comments > 0 ? `, ${refused_comments} more refused` : ''}`,
    `  votes     ${votes}${refused_votes > 0 ? `, ${refused_votes} more refused` : ''}`,
    `  refused   ${refused}`,
  ].join('\n');
}

/** `forum export` */
export function addExport(program: Command): void {
  const command = program
    .command('export')
    .usage('[options] <slug> <file>\n       forum export [options] --email <address> [file]')
    .argument('[slug]', 'the slug of the forum')
    .argument('[file]', 'the file to write (forum: NDJSON, person: JSON); - for standard output')
    .option(
      '--with-personal-data',
      'include names, e-mail addresses, work titles and metadata; without it people are "user 12"',
    )
    .addOption(
      new Option('--email <address>', 'export all data about the person with this address')
        .argParser(parseEmail)
        .conflicts('withPersonalData'),
    )
    .option('--forum <slug>', 'with --email: only data in this forum', parseSlug)
    .option('--force', 'replace an existing file');
  withOutput(
    command,
    'forum export example archive.ndjson',
    'forum export example - --with-personal-data | gzip > archive.ndjson.gz',
    'forum export --email anna@example.com anna.json',
  ).action((first: string | undefined, second: string | undefined, options: ExportOptions) =>
    exportForumOrPerson(command, [first, second], options),
  );
}

/** Whether the first word is a slug or a file depends on `--email`. */
function exportForumOrPerson(
  command: Command,
  [first, second]: [string | undefined, string | undefined],
  { email, forum, ...options }: ExportOptions,
): Promise<void> {
  if (email !== undefined) {
    if (second !== undefined)
      command.error('error: with --email, give only a file; use --forum to select a forum');
    return exportPersonTo(first ?? STDOUT, { ...options, email, ...(forum !== undefined && { forum }) });
  }
  if (forum !== undefined) command.error('error: --forum requires --email; give the slug as an argument');
  if (first === undefined) command.error("error: missing required argument 'slug'");
  if (second === undefined) command.error("error: missing required argument 'file'");
  const slug = parseLate(command, `argument '${first}' is invalid for slug`, () => parseSlug(first));
  return exportArchive(slug, second, options);
}

function exportArchive(slug: string, file: string, options: ExportOptions): Promise<void> {
  const { json = false, force = false, withPersonalData: personalData = false } = options;
  const toStdout = file === STDOUT;
  return runCommand({ json, output: toStdout ? process.stderr : process.stdout }, async (session) => {
    const dialogs = await exportWithProgress(session, { slug, file, force, personalData });
    const target = toStdout ? 'standard output' : file;
    const text = `Exported ${dialogs === 1 ? '1 dialog' : `${dialogs} dialogs`} of ${slug} to ${target}.`;
    return { document: { slug, file, dialogs, personal_data: personalData }, text };
  });
}

function exportWithProgress({ database, signal }: Session, request: ExportRequest): Promise<number> {
  return withProgress('dialogs', (onStart) => {
    const options = { ...request, signal, onStart };
    return request.file === STDOUT
      ? exportToStream(database, process.stdout, options)
      : exportToFile(database, options);
  });
}
