import {
  createProgress,
  type EditorOptions,
  type OutputOptions,
  type Progress,
  parseLanguage,
  type Session,
  withEditor,
  withOutput,
  withProgress,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { type ExportSummary, exportToFile, exportToStream } from '../archive/export/export-knowledge-base.ts';
import { imageFolder } from '../archive/import/images.ts';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import { describeImport, summaryDocument } from '../archive/import/import-report.ts';
import type { ImportSummary } from '../archive/import/import-summary.ts';
import { openImportSource, type SourceOptions } from '../archive/import/open-import-source.ts';
import type { Actor } from '../model/permissions.ts';
import { hostCommand, STDOUT } from './arguments.ts';
import { configuredImageStore } from './configured.ts';
import { operatorOf, runCommand } from './run-command.ts';

interface ImportOptions extends OutputOptions, EditorOptions {
  dryRun?: boolean;
  prune?: boolean;
  overwrite?: boolean;
  strict?: boolean;
  locale?: string;
  postType?: string[];
  uploads?: string;
  languages?: string[];
}

export function addImport(program: Command): void {
  const command = hostCommand(program, 'import')
    .argument('<path...>', 'the directory or file; several export files of WordPress')
    .option('--prune', 'unpublish guides that are missing from the directory or JSON file')
    .option('--overwrite', 'replace guides that have been changed here since their last import')
    .option('--strict', 'change nothing if a file or guide cannot be imported; without it, the others are')
    .option(
      '--locale <locale>',
      'the translation of a fetched help centre, such as de; default: the original',
    )
    .option(
      '--post-type <types>',
      'types of posts of WordPress, such as docs,page; default: pages, posts and those of plugins for documentation',
      readList,
    )
    .option(
      '--languages <tags>',
      'add these languages, such as de,pt-BR, and import translations into them',
      readLanguages,
    )
    .option('--uploads <folder>', 'the folder wp-content/uploads of WordPress, from which files are taken')
    .option('--dry-run', 'report what an import would do, and change nothing');
  withOutput(
    withEditor(command),
    'kb import help.example.com ./manual --dry-run',
    'kb import help.example.com ./manual --prune',
    'kb import help.example.com ./manual/install.md',
    'kb import help.example.com guides.json',
    'kb import help.example.com ./acme --dry-run --json',
    'kb import help.example.com wordpress.xml --uploads ./wp-content/uploads',
  )
    .addHelpText(
      'after',
      `
A file or guide that cannot be imported is left out and named; its guide, if there is one, stays as it
is, and the exit code is 1. Drafts, hidden and restricted guides are imported unpublished and listed.`,
    )
    .action(runImport);
}

function readLanguages(text: string): string[] {
  return readList(text).map(parseLanguage);
}

function readList(text: string): string[] {
  return text.split(',').flatMap((one) => one.trim() || []);
}

async function runImport(host: string, paths: string[], options: ImportOptions): Promise<void> {
  let leftOut = 0;
  await runCommand(options, async (session) => {
    const started = performance.now();
    const { dryRun = false, prune = false, overwrite = false, strict = false } = options;
    const { locale, postType: postTypes, uploads, languages } = options;
    const source = { locale, postTypes, uploads };
    const request = { actor: operatorOf(options), host, dryRun, prune, overwrite, strict, languages, source };
    const summary = await importWithProgress(session, paths, request);
    leftOut = summary.leftOut.length;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { document: summaryDocument(summary, seconds), text: describeImport(summary, seconds) };
  });
  if (leftOut > 0)
    throw new AppError(
      'invalid',
      `${leftOut === 1 ? '1 file or guide was' : `${leftOut} files or guides were`} not imported.`,
    );
}

interface ImportRequest {
  actor: Actor;
  host: string;
  dryRun: boolean;
  prune: boolean;
  overwrite: boolean;
  strict: boolean;
  languages: string[] | undefined;
  source: SourceOptions;
}

async function importWithProgress(
  { database, signal }: Session,
  [path = '', ...more]: readonly string[],
  { actor, source: options, ...request }: ImportRequest,
): Promise<ImportSummary> {
  let progress: Progress | undefined;
  try {
    const source = await openImportSource(path, new Date(), { ...options, more });
    return await importKnowledgeBase(database, actor, {
      ...request,
      source,
      signal,
      onStart(guides) {
        progress = createProgress(process.stderr, guides, 'guides');
      },
      onGuide: () => progress?.advance(),
    });
  } catch (error) {
    throw withReassurance(error);
  } finally {
    progress?.clear();
  }
}

/** Adds "Nothing was changed." to the message of an error. */
function withReassurance(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const isList = error.message.includes('\n');
  const sentence = isList || /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return new AppError(error.kind, `${sentence}${isList ? '\n' : ' '}Nothing was changed.`, { cause: error });
}

export function addExport(program: Command): void {
  const command = hostCommand(program, 'export')
    .argument('<file>', 'the file, with a folder of images beside it; - for standard output, without images')
    .option('--owners', 'name the owners of guides by their e-mail addresses')
    .option('--force', 'replace an existing file and its folder of images');
  withOutput(
    command,
    'kb export help.example.com guides.json',
    'kb export help.example.com - | jq ".guides | length"',
  ).action(exportKnowledgeBase);
}

function exportKnowledgeBase(
  host: string,
  file: string,
  { json = false, force = false, owners = false }: OutputOptions & { force?: boolean; owners?: boolean },
): Promise<void> {
  const toStdout = file === STDOUT;
  return runCommand({ json, output: toStdout ? process.stderr : process.stdout }, async (session) => {
    const { guides, images } = await exportWithProgress(session, { host, file, force, owners });
    const count = guides === 1 ? '1 guide' : `${guides} guides`;
    const target = toStdout ? 'standard output' : file;
    const folder =
      images > 0 ? ` and ${images === 1 ? '1 image' : `${images} images`} to ${imageFolder(file)}` : '';
    const text = `Exported ${count} of ${host} to ${target}${folder}.`;
    return { document: { host, file, guides, images }, text };
  });
}

function exportWithProgress(
  { database, signal }: Session,
  request: { host: string; file: string; force: boolean; owners: boolean },
): Promise<ExportSummary> {
  return withProgress('guides', (onStart) => {
    const options = { ...request, imageStore: configuredImageStore(), signal, onStart };
    return request.file === STDOUT
      ? exportToStream(database, process.stdout, options)
      : exportToFile(database, options);
  });
}
