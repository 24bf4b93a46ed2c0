import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { formatFileName } from '../files/file-name.ts';
import type { FileOverview } from '../files/files.ts';
import { ENDINGS } from '../files/media-types.ts';
import { listFilesOf } from '../moderation/delete-files.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { minuteOf } from './selecting.ts';

const HEADING = ['FILE', 'TYPE', 'BYTES', 'SAVED AS', 'KEY', 'POSTED (UTC)'];

/** A file in a list. */
interface ListedFile extends Omit<FileOverview, 'token'> {
  /** The last step of its address. */
  file: string;
}

/** `forum file list` */
export function addFileList(file: Command): void {
  file
    .command('list')
    .description('list the files of a forum, the newest first')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum file list example'))
    .action(list);
}

function list(slug: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const files = (await listFilesOf(database, slug)).map(listed);
    return { document: files, text: describe(files, slug) };
  });
}

function listed({ token, ...file }: FileOverview): ListedFile {
  return { file: formatFileName({ token, ending: ENDINGS[file.media_type] ?? '' }), ...file };
}

function describe(files: ListedFile[], slug: string): string {
  if (files.length === 0) return `${slug} has no files.`;
  const rows = files.map(({ file, media_type, bytes, name, access_key, posted_at }) => [
    file,
    media_type,
    String(bytes),
    name,
    access_key,
    minuteOf(posted_at),
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}
