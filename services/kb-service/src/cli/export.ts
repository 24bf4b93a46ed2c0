import {
  createProgress,
  examples,
  type OutputOptions,
  type Progress,
  type Session,
} from '@guidepost/command-line';
import type { Command } from 'commander';
import { type ExportSummary, exportToFile, exportToStream } from '../archive/export/export-knowledge-base.ts';
import { imageFolder } from '../archive/import/images/image-catalogue.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface ExportWishes extends OutputOptions {
  force?: boolean;
}

/** What stands for standard output. */
const STDOUT = '-';

/** `kb export` */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a knowledge base into a JSON file that kb import takes')
    .argument('<host>', 'its host name', parseHost)
    .argument('<file>', 'the file; images go into a folder beside it; - for standard output, without images')
    .option('--force', 'replace the file, and the folder of its images')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'kb export help.example.com guides.json',
        'kb export help.example.com - | jq ".guides | length"',
      ),
    )
    .action(exportKnowledgeBase);
}

function exportKnowledgeBase(host: string, file: string, wishes: ExportWishes): Promise<void> {
  const { json = false, force = false } = wishes;
  const toStdout = file === STDOUT;
  const output = toStdout ? process.stderr : process.stdout;
  return runCommand({ json, output }, async (session) => {
    const { guides, images } = await runExport(session, { host, file, force });
    const folder = images > 0 ? ` and ${images} images to ${imageFolder(file)}` : '';
    return {
      document: { host, file, guides, images },
      text: `Exported ${guides === 1 ? '1 guide' : `${guides} guides`} of ${host} to ${toStdout ? 'standard output' : file}${folder}.`,
    };
  });
}

async function runExport(
  { database, signal }: Session,
  request: { host: string; file: string; force: boolean },
): Promise<ExportSummary> {
  let progress: Progress | undefined;
  const onStart = (guides: number) => {
    progress = createProgress(process.stderr, guides, 'guides');
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
