import { type OutputOptions, type Session, withOutput, withProgress } from '@guidepost/command-line';
import { type Command, Option } from 'commander';
import { exportToFile, exportToStream } from '../archive/export/export-forum.ts';
import { parseEmail, parseLate, parseSlug, STDOUT } from './arguments.ts';
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
