import { editorOf, examples, parseName, withEditor } from '@guidepost/command-line';
import { Argument, type Command } from 'commander';
import { allow } from '../accounts/allow.ts';
import { recordForAccount } from '../audit/record-change.ts';
import { parseSwitch } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

/** What can be allowed, by the name that is typed. */
const PROPERTIES = { metadata: 'allows_metadata', 'api-keys': 'allows_keys' } as const;
type Property = keyof typeof PROPERTIES;

/** `forum account set` */
export function addAccountSet(account: Command): void {
  const command = account
    .command('set')
    .description('change what an account may have')
    .argument('<name>', 'the name of the account', parseName)
    .addArgument(new Argument('<property>', 'what it may have').choices(Object.keys(PROPERTIES)))
    .argument(
      '<value>',
      'on or off; its fields and keys stay, and mean nothing while it is off',
      parseSwitch,
    );
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum account set "Example Ltd" api-keys on   # it may have access keys',
        'forum account set "Example Ltd" metadata on   # its forums may ask for more than the usual',
      ),
    )
    .action(set);
}

function set(name: string, property: Property, value: boolean, options: ChangeOptions): Promise<void> {
  const allowances = { [PROPERTIES[property]]: value };
  return runCommand(options, async ({ database }) => {
    const attribution = { account: name, by: editorOf(options), action: 'account set' };
    const changed = await recordForAccount(database, attribution, async (transaction) => {
      const result = await allow(transaction, name, allowances);
      return { events: result ? [{ details: allowances }] : [], result };
    });
    const text = changed ? `Changed ${name}.` : `${name} was like that already.`;
    return { document: { name, changed, ...allowances }, text };
  });
}
