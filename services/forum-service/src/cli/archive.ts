import {
  type OutputOptions,
  printableLine,
  type Session,
  withOutput,
  withProgress,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { type Command, Option } from 'commander';
import { filesFolder } from '../archive/export/export-files.ts';
import { type ExportSummary, exportToFile, exportToStream } from '../archive/export/export-forum.ts';
import { parseEmail, parseLate, parseSlug, STDOUT } from './arguments.ts';
import { configuredFileStores, configuredPublicUrl } from './configured.ts';
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
    .argument(
      '[file]',
      'the file to write: NDJSON with a folder of files beside it (person: JSON); - for standard output, without files',
    )
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
    .option('--force', 'replace an existing file and its folder of files');
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

async function exportArchive(slug: string, file: string, options: ExportOptions): Promise<void> {
  const { json = false, force = false, withPersonalData: personalData = false } = options;
  const output = file === STDOUT ? process.stderr : process.stdout;
  let missing: ExportSummary['missing'] = [];
  await runCommand({ json, output }, async (session) => {
    const summary = await exportWithProgress(session, { slug, file, force, personalData });
    const { left_out: _, ...counts } = summary;
    ({ missing } = summary);
    const document = { slug, file, ...counts, personal_data: personalData };
    return { document, text: describeExport(summary, { slug, file }) };
  });
  if (missing.length > 0) throw new AppError('invalid', describeMissing(missing));
}

function describeExport(
  { dialogs, files, left_out }: ExportSummary,
  { slug, file }: Pick<ExportRequest, 'slug' | 'file'>,
): string {
  const exported = `Exported ${dialogs === 1 ? '1 dialog' : `${dialogs} dialogs`} of ${slug} to`;
  if (file !== STDOUT) {
    const count = files === 1 ? '1 file' : `${files} files`;
    return `${exported} ${file}${files > 0 ? ` and ${count} to ${filesFolder(file)}` : ''}.`;
  }
  return `${exported} standard output${left_out ? ', without files: texts keep their addresses' : ''}.`;
}

/** A line for each file, and their number. */
function describeMissing(missing: ExportSummary['missing']): string {
  const lines = missing.map(({ dialog, file, name }) => {
    const place = dialog === null ? 'addresses' : `dialog ${dialog}`;
    return printableLine(`${place}: the store does not have ${file} (${name}). Its address stays.`);
  });
  const count = missing.length === 1 ? '1 file was' : `${missing.length} files were`;
  return [...lines, `${count} not exported.`].join('\n');
}

function exportWithProgress({ database, signal }: Session, request: ExportRequest): Promise<ExportSummary> {
  return withProgress('dialogs', (onStart) => {
    const options = { ...request, publicUrl: configuredPublicUrl(), signal, onStart };
    return request.file === STDOUT
      ? exportToStream(database, process.stdout, options)
      : exportToFile(database, { ...options, store: configuredFileStores()?.files });
  });
}
