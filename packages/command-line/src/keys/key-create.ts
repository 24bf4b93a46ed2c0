import type { Command } from 'commander';
import { parseName } from '../arguments.ts';
import { type EditorOptions, editorOf, withEditor } from '../editor.ts';
import { examples } from '../examples.ts';
import type { OutputOptions } from '../run-command.ts';
import type { KeyKeeping } from './key-keeping.ts';

/** `key create` */
export function addKeyCreate(
  command: Command,
  { runCommand, owner, audited, advice, issue }: KeyKeeping,
): void {
  const program = command.parent?.name();
  const create = command
    .command('create')
    .description('make an access key and print it, this once')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .argument('<name>', 'whose key it is; no other key in use may have that name', parseName);
  (audited ? withEditor(create) : create)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`${program} key create ${owner.example} "mobile app"`))
    .action((of: string, name: string, options: OutputOptions & EditorOptions) =>
      runCommand(options, async ({ database }) => {
        const { id, key, created_at } = await issue(database, of, { key: name, by: editorOf(options) });
        const heading = `Access key ${id}, "${name}", for ${of}:`;
        return {
          document: { [owner.argument]: of, id, name, key, created_at },
          text: `${heading}\n\n  ${key}\n\nKeep it now, it is not shown again. ${advice}`,
        };
      }),
    );
}
