import {
  minuteOf,
  type OutputOptions,
  type Session,
  withOutput,
  withProgress,
} from '@guidepost/command-line';
import type { StoreKind } from '@guidepost/files';
import { ENDINGS } from '@guidepost/files/types';
import { sizeIn } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CopySummary, copyFiles } from '../files/copy-files.ts';
import { type FileName, formatFileName, parseFileName } from '../files/file-names.ts';
import type { FileOverview } from '../files/files.ts';
import { deleteFiles, listFilesOf } from '../moderation/delete-files.ts';
import { forumCommand } from './arguments.ts';
import { configuredFileStores } from './configured.ts';
import {
  addListCommand,
  type ChangeOptions,
  runChange,
  withChangeOptions,
  withConfirmation,
} from './record-commands.ts';
import { runCommand } from './run-command.ts';

interface CopyOptions extends OutputOptions {
  to: StoreKind;
}

const KINDS: readonly StoreKind[] = ['disk', 's3'];

/** How many missing files are named. */
const NAMED = 20;

interface ListedFile extends Omit<FileOverview, 'token'> {
  /** The last segment of its URL. */
  file: string;
}

const LATER =
  'The running service deletes the contents within a day, because FORUM_FILES_DIRECTORY is not set here.';

/** `forum file` */
export function addFile(program: Command): void {
  const group = program.command('file');
  addListCommand(group, {
    description: 'list the files of a forum, newest first',
    examples: ['forum file list example'],
    read: async (database, slug) => (await listFilesOf(database, slug)).map(listed),
    columns: {
      FILE: ({ file }) => file,
      TYPE: ({ media_type }) => media_type,
      BYTES: ({ bytes }) => bytes,
      'SAVED AS': ({ name }) => name,
      BY: ({ access_key, staff, member }) => access_key ?? staff ?? member ?? '',
      'POSTED (UTC)': ({ posted_at }) => minuteOf(posted_at),
    },
    none: 'The forum has no files.',
  });
  addDelete(group);
  addCopy(group);
}

function listed({ token, ...file }: FileOverview): ListedFile {
  return { file: formatFileName({ token, ending: ENDINGS[file.media_type] ?? '' }), ...file };
}

function addDelete(group: Command): void {
  const description = 'delete files permanently; within ten minutes posts show links instead of them';
  const command = forumCommand(group, 'delete', description).argument(
    '<file...>',
    'the names or URLs of the files',
    collectFileNames,
  );
  withChangeOptions(
    withConfirmation(command),
    'forum file delete example mZx2v0aLr8Qd1sTnB3kYwA.png --yes',
  ).action(remove);
}

function collectFileNames(value: string, names: FileName[] = []): FileName[] {
  const name = parseFileName(value.slice(value.lastIndexOf('/') + 1));
  if (!name) throw new InvalidArgumentError('It must be a name from forum file list, or a URL.');
  return names.some(({ token }) => token === name.token) ? names : [...names, name];
}

function remove(slug: string, names: FileName[], options: ChangeOptions): Promise<void> {
  return runChange(options, { slug, action: 'file delete' }, async (database, moderation) => {
    const stores = configuredFileStores();
    await deleteFiles(database, { moderation, names, files: stores?.files });
    const files = names.map(formatFileName);
    const lines = [`Deleted ${files.join(', ')}.`, ...(stores ? [] : [LATER])];
    return { document: { slug, files, deleted: true }, text: lines.join('\n') };
  });
}

/** `forum file copy` */
function addCopy(group: Command): void {
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
  return `Copied ${filesOf(copied)} (${sizeIn('en', bytes)}) to ${kind}; ${present} ${present === 1 ? 'was' : 'were'} there already.`;
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
