import { createProgress, examples, type OutputOptions, type Session } from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import type { ImportSummary } from '../archive/import/import-summary.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { parseHost } from './arguments.ts';
import { describeImport, summaryDocument } from './import-report.ts';
import { runCommand } from './run-command.ts';

interface ImportOptions extends OutputOptions {
  dryRun?: boolean;
  prune?: boolean;
}

interface ImportRequest {
  host: string;
  path: string;
  dryRun: boolean;
  prune: boolean;
}

/** `kb import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('bring guides in from a directory of Markdown and HTML files, one such file, or a JSON file')
    .argument('<host>', 'the host name of the knowledge base', parseHost)
    .argument('<path>', 'the directory or the file')
    .option('--prune', 'unpublish the guides that the directory or the JSON file does not have')
    .option('--dry-run', 'do everything, report it and take it back')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'kb import help.example.com ./manual --dry-run',
        'kb import help.example.com ./manual --prune',
        'kb import help.example.com ./manual/install.md',
        'kb import help.example.com guides.json',
      ),
    )
    .action((host: string, path: string, options: ImportOptions) =>
      runCommand(options, async (session) => {
        const started = performance.now();
        const { dryRun = false, prune = false } = options;
        const summary = await runImport(session, { host, path, dryRun, prune });
        const seconds = Math.round((performance.now() - started) / 100) / 10;
        return { document: summaryDocument(summary, seconds), text: describeImport(summary, seconds) };
      }),
    );
}

async function runImport(session: Session, request: ImportRequest): Promise<ImportSummary> {
  const { database, signal } = session;
  const { path, ...wishes } = request;
  try {
    const source = await openImportSource(path);
    const progress = createProgress(process.stderr, source.guides.length, 'guides');
    const options = { ...wishes, source, signal, onGuide: progress.advance };
    return await importKnowledgeBase(database, options).finally(progress.clear);
  } catch (error) {
    throw reassure(error);
  }
}

/** After a failed import people want to know what it left behind. */
function reassure(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const separator = error.message.includes('\n') ? '\n' : ' ';
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return new AppError(error.kind, `${sentence}${separator}Nothing was changed.`, { cause: error });
}
