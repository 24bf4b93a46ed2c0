import { type OutputOptions, type Session, withOutput, withProgress } from '@guidepost/command-line';
import type { StoreKind } from '@guidepost/files';
import { AppError } from '@guidepost/service-kit';
import { type Command, Option } from 'commander';
import { type CopySummary, copyFiles } from '../files/copy-files.ts';
import { MEGABYTE } from '../files/files.ts';
import { configuredFileStores } from './configured.ts';
import { runCommand } from './run-command.ts';

interface CopyOptions extends OutputOptions {
  to: StoreKind;
}

const KINDS: readonly StoreKind[] = ['disk', 's3'];

/** How many missing files are named. */
const NAMED = 20;

/** `forum file copy` */
export function addCopy(group: Command): void {
  const command = group
    .command('copy')
    .description('copy the files of all forums to another store, while the service runs')
    .addOption(new Option('--to <store>', 'the store').choices(KINDS).makeOptionMandatory());
  withOutput(command, 'forum file copy --to s3').action((options: CopyOptions) =>
    runCommand(options, async (session) => {
      const summary = await copy(session, options.to);
      if (summary.missing.length > 0) throw new AppError('not-found', describeMissing(summary, options.to));
      return { document: { to: options.to, ...summary }, text: describe(summary, options.to) };
    }),
  );
}

function copy({ database, signal }: Session, kind: StoreKind): Promise<CopySummary> {
  const { byKind } = configuredFileStores() ?? {};
  const [to, from] = [byKind?.get(kind), byKind?.get(kind === 's3' ? 'disk' : 's3')];
  if (!to || !from)
    throw new AppError('invalid', 'FORUM_FILES_DIRECTORY and S3_BUCKET must both be set to copy files.');
  return withProgress('files', (onStart) => copyFiles({ database, from, to, signal, onStart }));
}

function describe({ copied, bytes, present }: CopySummary, kind: StoreKind): string {
  const megabytes = (bytes / MEGABYTE).toFixed(1);
  return `Copied ${filesOf(copied)} (${megabytes} MB) to ${kind}; ${present} ${present === 1 ? 'was' : 'were'} there already.`;
}

function describeMissing(summary: CopySummary, kind: StoreKind): string {
  const { missing } = summary;
  const more = missing.length > NAMED ? [`and ${missing.length - NAMED} more`] : [];
  const names = [...missing.slice(0, NAMED), ...more].join('\n');
  return `${describe(summary, kind)}\n${filesOf(missing.length)} could not be found in either store:\n${names}`;
}

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
