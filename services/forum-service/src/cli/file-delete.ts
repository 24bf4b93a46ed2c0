import { editorOf, examples, withEditor } from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { deleteFiles } from '../files/administration.ts';
import { type FileName, formatFileName, parseFileName } from '../files/file-name.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { filesDirectory, runCommand } from './run-command.ts';

/** `forum file delete` */
export function addFileDelete(file: Command): void {
  const command = file
    .command('delete')
    .description('delete files; posts that show them show their addresses instead')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<file...>', 'their addresses, or the last steps of these', collectFileNames);
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum file delete example mZx2v0aLr8Qd1sTnB3kYwA.png'))
    .action(remove);
}

function collectFileNames(value: string, names: FileName[] = []): FileName[] {
  const name = parseFileName(value.slice(value.lastIndexOf('/') + 1));
  if (!name)
    throw new InvalidArgumentError('It must be an address of a file, or what forum file list prints.');
  return names.some(({ token }) => token === name.token) ? names : [...names, name];
}

function remove(slug: string, names: FileName[], options: ChangeOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const directory = filesDirectory();
    const moderation = { slug, by: editorOf(options), action: 'file delete' };
    await deleteFiles(database, { moderation, names, directory });
    const files = names.map(formatFileName);
    const text = `Deleted ${files.join(', ')}.`;
    const later = ' What is left of them on the disk goes within a day: FORUM_FILES_DIRECTORY is not set.';
    return { document: { slug, files, deleted: true }, text: directory === undefined ? text + later : text };
  });
}
