import type { Command } from 'commander';
import { type EditorOptions, editorOf, withEditor } from '../editor.ts';
import { examples } from '../examples.ts';
import type { OutputOptions } from '../run-command.ts';
import type { KeyKeeping } from './key-keeping.ts';

/** `key revoke` */
export function addKeyRevoke(command: Command, { runCommand, owner, audited, revoke }: KeyKeeping): void {
  const program = command.parent?.name();
  const take = command
    .command('revoke')
    .description('take an access key back, at once and for good')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .argument('<key>', 'the name of a key in use, or its id when none has that name');
  (audited ? withEditor(take) : take)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`${program} key revoke ${owner.example} "mobile app"`))
    .action((of: string, which: string, options: OutputOptions & EditorOptions) =>
      runCommand(options, async ({ database }) => {
        const { id, name, revoked_at } = await revoke(database, of, { key: which, by: editorOf(options) });
        return {
          document: { [owner.argument]: of, id, name, revoked_at },
          text: `Revoked access key ${id}, "${name}", of ${of}.`,
        };
      }),
    );
}
