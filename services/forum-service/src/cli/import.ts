import {
  createProgress,
  examples,
  type OutputOptions,
  type Progress,
  type Session,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { type ImportSummary, importForum } from '../archive/import/import-forum.ts';
import { createPosterSecret } from '../posters/poster-secret.ts';
import { parseSlug } from './arguments.ts';
import { describeImport } from './import-report.ts';
import { configuredPublicUrl, configuredSecret, runCommand } from './run-command.ts';

const INTERRUPTED = 'what was imported stays, and the same command goes on from there.';

/** `forum import` */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('bring an archive in: one dialog a line, with its comments, votes and tags')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<file>', 'the archive (NDJSON); lines that are wrong are refused, and the others imported')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `${examples('forum import example archive.ndjson')}

What was interrupted goes on where it was when the same command is given again.
Exit code 1 when a line was refused; each is named on standard error.`,
    )
    .action(runImport);
}

async function runImport(slug: string, file: string, options: OutputOptions): Promise<void> {
  let refused = 0;
  await runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
    const started = performance.now();
    const summary = await importWithProgress(session, slug, file);
    refused = summary.refused;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return { document: { ...summary, seconds }, text: describeImport(summary, seconds) };
  });
  if (refused > 0)
    throw new AppError('invalid', `${refused === 1 ? '1 line was' : `${refused} lines were`} refused.`);
}

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
