import {
  type EditorOptions,
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  parseName,
  type RunCommand,
  type TenantArgument,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { type Command, Option } from 'commander';
import type { AccessKey, IssuedKey } from './access-key.ts';

export interface KeyRequest {
  /** The name of a new key; the name or id of one to revoke. */
  key: string;
  by: string;
  /** The scope of a new key, if the service has scopes. */
  scope?: string;
}

/** The scopes of keys. */
export interface KeyScopes {
  choices: readonly string[];
  /** The scope of a key without `--scope`. */
  usual: string;
  /** `what the key may do: …` */
  description: string;
}

/** How a service stores access keys. */
export interface KeyCommandsOptions {
  runCommand: RunCommand;
  owner: TenantArgument;
  audited: boolean;
  scopes?: KeyScopes;
  advice: string;
  /** Returns the key itself, which cannot be read again. */
  issue: (database: Database, owner: string, request: KeyRequest) => Promise<IssuedKey>;
  list: (database: Database, owner: string) => Promise<ScopedKey[]>;
  revoke: (database: Database, owner: string, request: KeyRequest) => Promise<AccessKey>;
}

type ScopedKey = AccessKey & { scope?: string };

type ChangeOptions = OutputOptions & EditorOptions & { scope?: string };

const COLUMNS: ListView<ScopedKey>['columns'] = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  CREATED: ({ created_at }) => created_at.toISOString(),
  'LAST USED': ({ last_used_at }) => last_used_at?.toISOString() ?? 'never',
  REVOKED: ({ revoked_at }) => revoked_at?.toISOString() ?? '',
};

/** Adds `key create`, `key list` and `key revoke` to a program. */
export function createKeyCommands(options: KeyCommandsOptions): (program: Command) => void {
  return (program) => {
    const group = program.command('key');
    for (const add of [addCreate, addList, addRevoke]) add(group, options);
  };
}

function addCreate(group: Command, options: KeyCommandsOptions): void {
  const { runCommand, owner, audited, scopes, advice, issue } = options;
  const command = group
    .command('create')
    .description('create an access key and print it once')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .argument('<name>', 'a name that no other active key has', parseName);
  if (scopes) {
    const { description, choices, usual } = scopes;
    command.addOption(new Option('--scope <scope>', description).choices(choices).default(usual));
  }
  withOutput(audited ? withEditor(command) : command, exampleOf(command, `${owner.example} "mobile app"`));
  command.action((of: string, name: string, options: ChangeOptions) =>
    runCommand(options, async ({ database }) => {
      const scope = options.scope === undefined ? {} : { scope: options.scope };
      const request = { key: name, by: editorOf(options), ...scope };
      const { id, key, created_at } = await issue(database, of, request);
      const heading = `Created access key ${id}, "${name}", for ${of}:`;
      return {
        document: { [owner.argument]: of, id, name, ...scope, key, created_at },
        text: `${heading}\n\n  ${key}\n\nSave it now; it is not shown again. ${advice}`,
      };
    }),
  );
}

function addList(group: Command, { runCommand, owner, scopes, list }: KeyCommandsOptions): void {
  const columns = scopes ? { ...COLUMNS, SCOPE: ({ scope = '' }: ScopedKey) => scope } : COLUMNS;
  const command = group
    .command('list')
    .description('list access keys, including revoked ones; the last use may lag by a minute')
    .argument(`<${owner.argument}>`, owner.description, owner.parse);
  withOutput(command, exampleOf(command, owner.example));
  command.action((of: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => {
      const none = `${of} has no access keys. Create one with ${group.parent?.name()} key create.`;
      return listAnswer(await list(database, of), { columns, none, full: true });
    }),
  );
}

function addRevoke(group: Command, { runCommand, owner, audited, revoke }: KeyCommandsOptions): void {
  const command = group
    .command('revoke')
    .description('revoke an access key immediately and permanently')
    .argument(`<${owner.argument}>`, owner.description, owner.parse)
    .argument('<key>', 'the name of an active key, or the ID if no active key has that name');
  withOutput(audited ? withEditor(command) : command, exampleOf(command, `${owner.example} "mobile app"`));
  command.action((of: string, which: string, options: ChangeOptions) =>
    runCommand(options, async ({ database }) => {
      const { id, name, revoked_at } = await revoke(database, of, { key: which, by: editorOf(options) });
      return {
        document: { [owner.argument]: of, id, name, revoked_at },
        text: `Revoked access key ${id}, "${name}", of ${of}.`,
      };
    }),
  );
}

function exampleOf(command: Command, words: string): string {
  return `${command.parent?.parent?.name()} key ${command.name()} ${words}`;
}
