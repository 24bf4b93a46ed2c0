import {
  type EditorOptions,
  editorOf,
  examples,
  formatTable,
  type OutputOptions,
  parseName,
  type RunCommand,
  withEditor,
} from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import type { Command } from 'commander';
import type { AccessKey, IssuedKey } from './stored-keys.ts';

/** Names for the tenant that owns keys, as used on the command line. */
export interface KeyOwner {
  /** `a knowledge base` */
  noun: string;
  /** Name of the argument and of the JSON member: `host`. */
  argument: string;
  description: string;
  /** Throws InvalidArgumentError. */
  parse: (value: string) => string;
  example: string;
}

export interface KeyRequest {
  /** The name of a new key; the name or id of one to revoke. */
  key: string;
  by: string;
}

/** How a service stores access keys. */
export interface KeyKeeping {
  runCommand: RunCommand;
  owner: KeyOwner;
  /** Whether changes are audited; the commands then take `--by`. */
  audited: boolean;
  /** Printed with a new key: a sentence on its use. */
  advice: string;
  issue: (database: Database, owner: string, request: KeyRequest) => Promise<IssuedKey>;
  /** Oldest first. */
  list: (database: Database, owner: string) => Promise<AccessKey[]>;
  revoke: (database: Database, owner: string, request: KeyRequest) => Promise<AccessKey>;
}

const HEADING = ['ID', 'NAME', 'CREATED', 'LAST USED', 'REVOKED'];

export function createKeyCommands(keeping: KeyKeeping): (program: Command) => void {
  return (program) => {
    const description = `create, list and revoke the access keys of ${keeping.owner.noun}`;
    const key = program.command('key').description(description);
    for (const add of [addCreate, addList, addRevoke]) add(key, keeping);
  };
}

function addCreate(command: Command, { runCommand, owner, audited, advice, issue }: KeyKeeping): void {
  const program = command.parent?.name();
  const create = command
    .command('create')
    .description('create an access key and print it once')
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

function addList(command: Command, { runCommand, owner, list }: KeyKeeping): void {
  const program = command.parent?.name();
  command
    .command('list')
    .description('list the access keys, revoked ones too; the last use may be a minute late')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples(`${program} key list ${owner.example}`))
    .action((of: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const keys = await list(database, of);
        const none = `${of} has no access keys; ${program} key create makes one.`;
        return { document: keys, text: keys.length === 0 ? none : describe(keys) };
      }),
    );
}

function describe(keys: AccessKey[]): string {
  const rows = keys.map(({ id, name, created_at, last_used_at, revoked_at }) => [
    String(id),
    name,
    created_at.toISOString(),
    last_used_at?.toISOString() ?? 'never',
    revoked_at?.toISOString() ?? '',
  ]);
  return formatTable([HEADING, ...rows]);
}

function addRevoke(command: Command, { runCommand, owner, audited, revoke }: KeyKeeping): void {
  const program = command.parent?.name();
  const take = command
    .command('revoke')
    .description('revoke an access key, at once and permanently')
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
