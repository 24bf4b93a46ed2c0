import { minuteOf } from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import type { FileOverview } from '../files/files.ts';
import { ENDINGS } from '../files/media-types.ts';
import { type FileName, formatFileName, parseFileName } from '../files/unguessable-name.ts';
import { deleteFiles, listFilesOf } from '../moderation/delete-files.ts';
import { forumCommand } from './arguments.ts';
import { type ChangeOptions, runChange, withChangeOptions, withConfirmation } from './changes.ts';
import { configuredFileStores } from './configured.ts';
import { addCopy } from './file-copy.ts';
import { addListCommand } from './lists.ts';

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
