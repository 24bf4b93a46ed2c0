import { type OutputOptions, type Session, withOutput, withProgress } from '@guidepost/command-line';
import { sizeIn } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { type Command, Option } from 'commander';
import { type CopySummary, copyImages, type ImagePlace } from '../files/copy-images.ts';
import { configuredImageStore } from './configured.ts';
import { runCommand } from './run-command.ts';

interface CopyOptions extends OutputOptions {
  to: ImagePlace;
}

const PLACES: readonly ImagePlace[] = ['database', 's3'];

/** How many missing images are named. */
const NAMED = 20;

/** `kb files` */
export function addFiles(program: Command): void {
  const command = program
    .command('files')
    .command('copy')
    .description('copy the images of all knowledge bases to the other store, while the service runs')
    .addOption(new Option('--to <store>', 'the store').choices(PLACES).makeOptionMandatory());
  withOutput(command, 'kb files copy --to s3').action((options: CopyOptions) =>
    runCommand(options, async (session) => {
      const summary = await copy(session, options.to);
      if (summary.missing.length > 0) throw new AppError('not-found', describeMissing(summary, options.to));
      return { document: { to: options.to, ...summary }, text: describe(summary, options.to) };
    }),
  );
}

function copy({ database, signal }: Session, to: ImagePlace): Promise<CopySummary> {
  const store = configuredImageStore();
  if (!store) throw new AppError('invalid', 'S3_BUCKET must be set to copy images.');
  return withProgress('images', (onStart) => copyImages({ database, store, to, signal, onStart }));
}

function describe({ copied, bytes, present }: CopySummary, to: ImagePlace): string {
  const target = to === 's3' ? 's3' : 'the database';
  return `Copied ${imagesOf(copied)} (${sizeIn('en', bytes)}) to ${target}; ${present} ${present === 1 ? 'was' : 'were'} there already.`;
}

function describeMissing(summary: CopySummary, to: ImagePlace): string {
  const { missing } = summary;
  const more = missing.length > NAMED ? [`and ${missing.length - NAMED} more`] : [];
  const names = [...missing.slice(0, NAMED), ...more].join('\n');
  return `${describe(summary, to)}\n${imagesOf(missing.length)} could not be found in the store:\n${names}`;
}

function imagesOf(count: number): string {
  return count === 1 ? '1 image' : `${count} images`;
}
