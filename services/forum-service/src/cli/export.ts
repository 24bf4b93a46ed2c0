import {
  createProgress,
  examples,
  type OutputOptions,
  type Progress,
  type Session,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { exportToFile, exportToStream } from '../export/export-forum.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface ExportWishes extends OutputOptions {
  force?: boolean;
  withPersonalData?: boolean;
}

interface ExportRequest {
  slug: string;
  file: string;
  force: boolean;
  personalData: boolean;
}

/** What stands for standard output. */
const STDOUT = '-';

/** `forum export` */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a forum into an archive that forum import takes, as it is at this moment')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<file>', 'the archive (NDJSON); - for standard output')
    .option(
      '--with-personal-data',
      'with names, e-mail addresses, work titles and metadata; without it people are "user 12"',
    )
    .option('--force', 'replace the file')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum export example archive.ndjson',
        'forum export example - --with-personal-data | gzip > archive.ndjson.gz',
      ),
    )
    .action(exportForum);
}

function exportForum(slug: string, file: string, wishes: ExportWishes): Promise<void> {
  const { json = false, force = false, withPersonalData: personalData = false } = wishes;
  const toStdout = file === STDOUT;
  return runCommand({ json, output: toStdout ? process.stderr : process.stdout }, async (session) => {
    const dialogs = await runExport(session, { slug, file, force, personalData });
    const target = toStdout ? 'standard output' : file;
    const text = `Exported ${dialogs === 1 ? '1 dialog' : `${dialogs} dialogs`} of ${slug} to ${target}.`;
    return { document: { slug, file, dialogs, personal_data: personalData }, text };
  });
}

async function runExport({ database, signal }: Session, request: ExportRequest): Promise<number> {
  let progress: Progress | undefined;
  const onStart = (dialogs: number) => {
    progress = createProgress(process.stderr, dialogs, 'dialogs');
    return progress.advance;
  };
  const options = { ...request, signal, onStart };
  try {
    if (request.file !== STDOUT) return await exportToFile(database, options);
    return await exportToStream(database, process.stdout, options);
  } finally {
    progress?.clear();
  }
}
