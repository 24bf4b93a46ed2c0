import { editorOf, examples, withEditor } from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { type FileName, formatFileName, parseFileName } from '../files/file-name.ts';
import { deleteFiles } from '../moderation/delete-files.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { filesDirectory, runCommand } from './run-command.ts';

const LATER = 'Their bytes go within a day: FORUM_FILES_DIRECTORY does not say where they are.';

/** `forum file delete` */
export function addFileDelete(file: Command): void {
  const command = file
    .command('delete')
    .description(
      'delete files for good; posts that show them show their addresses instead, within ten minutes',
    )
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<file...>', 'their addresses, or the last steps of these', collectFileNames)
    .requiredOption('--yes', 'say that you mean it: nothing brings them back');
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum file delete example mZx2v0aLr8Qd1sTnB3kYwA.png --yes'))
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
    const lines = [`Deleted ${files.join(', ')}.`, ...(directory === undefined ? [LATER] : [])];
    return { document: { slug, files, deleted: true }, text: lines.join('\n') };
  });
}
