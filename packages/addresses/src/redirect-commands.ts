import {
  type Answer,
  type EditorOptions,
  editorOf,
  type ListView,
  listAnswer,
  type OutputOptions,
  type RunCommand,
  type TenantArgument,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import type { Command } from 'commander';
import type { CheckedAddress } from './check-addresses.ts';
import { readAddressesFromCsv, readAddressList } from './read-lists.ts';
import type { NewAddress, RefusedAddress, WrittenAddresses } from './settle-addresses.ts';

/** An address as the list shows it. */
interface ShownAddress {
  address: string;
  /** As people type it. */
  to: string;
  /** Whether readers see the target. */
  visible: boolean;
  /** Readers that it has led on in the last 30 days. */
  hits: number;
  made_by: string;
  made_with: string;
}

interface ChangeRequest {
  database: Database;
  /** The name of the tenant, as it was typed. */
  owner: string;
  by: string;
}

/** How a service stores addresses. */
export interface RedirectCommandsOptions {
  runCommand: RunCommand;
  owner: TenantArgument;
  /** Targets in the help, such as `/guides/install`. */
  targets: readonly [first: string, second: string];
  list(database: Database, owner: string): Promise<ShownAddress[]>;
  add(
    change: ChangeRequest,
    added: NewAddress & { replace: boolean },
  ): Promise<Pick<ShownAddress, 'address' | 'to'>>;
  remove(change: ChangeRequest, address: string): Promise<unknown>;
  importAll(
    change: ChangeRequest,
    options: { addresses: readonly NewAddress[]; replace: boolean; dryRun: boolean },
  ): Promise<WrittenAddresses>;
  check(database: Database, owner: string, addresses: readonly string[]): Promise<CheckedAddress[]>;
  /** Writes a table as CSV. */
  csvOf(columns: readonly string[], rows: readonly object[]): string;
}

/** The text of a command, and why it has failed all the same. */
type RedirectAnswer = Answer & { failure?: string | undefined };

type ChangeOptions = OutputOptions & EditorOptions;

const MOST_SHOWN = 50;

const ADDRESSES: ListView<ShownAddress> = {
  columns: {
    ADDRESS: ({ address }) => address,
    'LEADS TO': ({ to, visible }) => to + (visible ? '' : ' (not public)'),
    '30 DAYS': ({ hits }) => hits,
    BY: ({ made_by, made_with }) => `${made_by} (${made_with})`,
  },
  none: 'There are no old addresses.',
  full: true,
};

/** Adds `redirect list`, `add`, `remove`, `import` and `check` to a program. */
export function createRedirectCommands(options: RedirectCommandsOptions): (program: Command) => void {
  return (program) => {
    const group = program.command('redirect');
    for (const add of [addList, addAdd, addRemove, addImport, addCheck]) add(group, options);
  };
}

function addList(group: Command, options: RedirectCommandsOptions): void {
  const { list, csvOf } = options;
  const command = tenantCommand(group, options, 'list', 'list old addresses and where each leads').option(
    '--csv',
    `print CSV, which ${programOf(group)} redirect import reads`,
  );
  withOutput(command, exampleOf(command, options), exampleOf(command, options, '--csv > redirects.csv'));
  run(command, options, async ({ database, owner }, _, { csv = false }: { csv?: boolean }) => {
    const rows = await list(database, owner);
    const listed = listAnswer(rows, ADDRESSES);
    return csv ? { ...listed, text: csvOf(['address', 'to'], rows).trimEnd() } : listed;
  });
}

function addAdd(group: Command, options: RedirectCommandsOptions): void {
  const [first, second] = options.targets;
  const command = tenantCommand(
    group,
    options,
    'add',
    'have an old address lead to a page, a file or another site',
  )
    .argument(...ADDRESS)
    .argument('<target>', `a path such as ${first}, a URL with https://, or contact`)
    .option('--replace', 'also if it leads elsewhere already');
  withOutput(
    withEditor(command),
    exampleOf(command, options, `/docs/setup.html ${second}`),
    exampleOf(command, options, `https://acme.zendesk.com/hc/en-us/articles/12-Install ${first}`),
    exampleOf(command, options, '/status https://status.example.com'),
  );
  run(
    command,
    options,
    async (change, [address = '', to = ''], { replace = false }: { replace?: boolean }) => {
      const added = await options.add(change, { address, to, replace });
      return {
        document: { [options.owner.argument]: change.owner, address: added.address, to: added.to },
        text: `${added.address} leads to ${added.to}.`,
      };
    },
  );
}

function addRemove(group: Command, options: RedirectCommandsOptions): void {
  const command = tenantCommand(
    group,
    options,
    'remove',
    'remove an old address, which then leads nowhere',
  ).argument(...ADDRESS);
  withOutput(withEditor(command), exampleOf(command, options, '/docs/setup.html'));
  run(command, options, async (change, [address = '']) => {
    await options.remove(change, address);
    return {
      document: { [options.owner.argument]: change.owner, removed: address },
      text: `Removed ${address}.`,
    };
  });
}

function addImport(group: Command, options: RedirectCommandsOptions): void {
  const command = tenantCommand(
    group,
    options,
    'import',
    'add the old addresses of a CSV file: address, target',
  )
    .argument('<csv>', 'the file; the first line may be a heading')
    .option('--replace', 'also addresses that lead elsewhere already')
    .option('--dry-run', 'report what an import would do, and change nothing');
  withOutput(withEditor(command), exampleOf(command, options, 'redirects.csv --dry-run'));
  command.addHelpText(
    'after',
    '\nAn address that cannot be added is named, and the others are added; the exit code is 1 then.',
  );
  type Chosen = { replace?: boolean; dryRun?: boolean };
  run(command, options, async (change, [file = ''], { replace = false, dryRun = false }: Chosen) => {
    const addresses = readAddressesFromCsv(await readText(file), file);
    const written = await options.importAll(change, { addresses, replace, dryRun });
    const { created, changed, unchanged, refused } = written;
    const counts = `${created} created, ${changed} changed, ${unchanged} unchanged`;
    const text = [
      dryRun ? `Nothing was changed. An import would make: ${counts}.` : `Addresses: ${counts}.`,
      ...refused.map(describeRefusal),
    ].join('\n');
    const failure = refused.length > 0 ? `${countOf(refused.length)} not added.` : undefined;
    const document = { [options.owner.argument]: change.owner, dry_run: dryRun, ...written };
    return { document, text, failure };
  });
}

function addCheck(group: Command, options: RedirectCommandsOptions): void {
  const { check, csvOf } = options;
  const command = tenantCommand(
    group,
    options,
    'check',
    'ask for each address of a former site what readers get',
  )
    .argument('<file>', 'a sitemap, or one address a line')
    .option('--csv', 'print CSV');
  withOutput(command, exampleOf(command, options, 'old-sitemap.xml --csv > addresses.csv'));
  command.addHelpText(
    'after',
    '\nThe exit code is 1 if an address leads nowhere. Nothing is sent over the network.',
  );
  run(command, options, async ({ database, owner }, [file = ''], { csv = false }: { csv?: boolean }) => {
    const addresses = readAddressList(await readText(file));
    if (addresses.length === 0) throw new AppError('invalid', `${file} has no addresses.`);
    const checked = await check(database, owner, addresses);
    const failed = checked.filter(({ status }) => status === 404);
    const failure = failed.length > 0 ? `${countOf(failed.length)} of ${checked.length} failed.` : undefined;
    const text = csv
      ? csvOf(['address', 'status', 'to', 'nearest'], checked.map(csvRow)).trimEnd()
      : describeChecks(checked);
    return { document: checked, text, failure };
  });
}

const ADDRESS = [
  '<address>',
  'the old address: a path, a URL, or an entry such as zendesk:article:12',
] as const;

function tenantCommand(
  group: Command,
  { owner }: Pick<RedirectCommandsOptions, 'owner'>,
  ...[name, description]: [name: string, description: string]
): Command {
  return group
    .command(name)
    .description(description)
    .argument(`<${owner.argument}>`, owner.description, owner.parse);
}

/** A failure is told after the answer has been printed. */
function run<Options>(
  command: Command,
  { runCommand }: Pick<RedirectCommandsOptions, 'runCommand'>,
  work: (change: ChangeRequest, words: string[], options: Options) => Promise<RedirectAnswer>,
): void {
  command.action(async (owner: string, ...given: unknown[]) => {
    // Commander adds the options and the command.
    const options = given.at(-2) as ChangeOptions & Options;
    let failure: string | undefined;
    await runCommand(options, async ({ database }) => {
      const answered = await work(
        { database, owner, by: editorOf(options) },
        given.slice(0, -2) as string[],
        options,
      );
      failure = answered.failure;
      return answered;
    });
    if (failure !== undefined) throw new AppError('invalid', failure);
  });
}

function exampleOf(command: Command, { owner }: Pick<RedirectCommandsOptions, 'owner'>, words = ''): string {
  const group = command.parent;
  return `${group && programOf(group)} redirect ${command.name()} ${owner.example} ${words}`.trimEnd();
}

function programOf(group: Command): string | undefined {
  return group.parent?.name();
}

function describeRefusal({ place, address, to, refusal }: RefusedAddress): string {
  return `${place}: ${address} → ${to}: ${refusal.message}`;
}

/** The failures last, where they are read: all of them, and the beginning of the others. */
function describeChecks(checked: readonly CheckedAddress[]): string {
  const failed = checked.filter(({ status }) => status === 404);
  const others = checked.filter(({ status }) => status !== 404);
  const more = others.length - MOST_SHOWN;
  return [
    ...others
      .slice(0, MOST_SHOWN)
      .map(({ address, status, to }) => `${status}  ${address}${to ? ` → ${to}` : ''}`),
    ...(more > 0 ? [`… and ${more} more that answer (--csv lists all)`] : []),
    ...failed.map(({ address, nearest = [] }) => `FAIL ${address}${nearestTo(nearest)}`),
    `${checked.length - failed.length} of ${countOf(checked.length)} answer.`,
  ].join('\n');
}

function nearestTo(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (nearest: ${paths.join(', ')})`;
}

function csvRow({ address, status, to = '', nearest = [] }: CheckedAddress): object {
  return { address, status: status === 404 ? 'FAIL' : status, to, nearest: nearest.join(' ') };
}

function countOf(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`;
}

/** @throws AppError `invalid` if it cannot be read, or is not UTF-8 */
async function readText(file: string): Promise<string> {
  const bytes = await readSourceFile(file, file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('invalid', `${file} is not in UTF-8.`, { cause });
  }
}
