import { type ListView, listAnswer, type OutputOptions } from '@guidepost/command-line';
import { csvOf } from '@guidepost/desk/insights';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { addAddress, importAddresses, removeAddress } from '../addresses/change-addresses.ts';
import { type CheckedAddress, checkAddresses, readAddressList } from '../addresses/check-addresses.ts';
import { describeTarget, type ListedAddress, listAddresses } from '../addresses/list-addresses.ts';
import { readAddressesFromCsv } from '../addresses/read-csv.ts';
import type { RefusedAddress } from '../addresses/write-addresses.ts';
import { answer, type ChangeOptions, type CommandArgument, createGroup } from './commands.ts';

const ADDRESS: CommandArgument = [
  '<address>',
  'the old address: a path, a URL, or an entry such as zendesk:article:12',
];

const MOST_LISTED = 1_000_000;
const MOST_SHOWN = 50;

const ADDRESSES: ListView<ListedAddress> = {
  columns: {
    ADDRESS: ({ address }) => address,
    'LEADS TO': (address) => describeTarget(address) + (address.visible ? '' : ' (not public)'),
    '30 DAYS': ({ hits }) => hits,
    BY: ({ made_by, made_with }) => `${made_by} (${made_with})`,
  },
  none: 'There are no old addresses.',
  full: true,
};

/** `kb redirect` */
export const addRedirect = createGroup('redirect', [
  {
    name: 'list',
    description: 'list old addresses and where each leads',
    examples: [
      'kb redirect list help.example.com',
      'kb redirect list help.example.com --csv > redirects.csv',
    ],
    addOptions: (command) => command.option('--csv', 'print CSV, which kb redirect import reads'),
    async read({ database, host }, _, { csv = false }: OutputOptions & { csv?: boolean }) {
      const { addresses } = await listAddresses(database, { host, limit: MOST_LISTED });
      const rows = addresses.map((address) => ({ ...address, to: describeTarget(address) }));
      const listed = listAnswer(rows, ADDRESSES);
      return csv ? { ...listed, text: csvOf(['address', 'to'], rows).trimEnd() } : listed;
    },
  },
  {
    name: 'add',
    description: 'have an old address lead to a page, a file or another site',
    arguments: [ADDRESS, ['<target>', 'a path such as /guides/install, a URL with https://, or contact']],
    examples: [
      'kb redirect add help.example.com /docs/setup.html /guides/install#linux',
      'kb redirect add help.example.com https://acme.zendesk.com/hc/en-us/articles/12-Install /guides/install',
      'kb redirect add help.example.com /status https://status.example.com',
    ],
    addOptions: (command) => command.option('--replace', 'also if it leads elsewhere already'),
    async change(
      { database, actor, host },
      [address = '', to = ''],
      { replace = false }: ChangeOptions & { replace?: boolean },
    ) {
      const added = await addAddress(database, actor, { host, address, to, replace });
      const target = describeTarget(added);
      return answer({ host, address: added.address, to: target }, `${added.address} leads to ${target}.`);
    },
  },
  {
    name: 'remove',
    description: 'remove an old address, which then leads nowhere',
    arguments: [ADDRESS],
    examples: ['kb redirect remove help.example.com /docs/setup.html'],
    async change({ database, actor, host }, [address = '']) {
      await removeAddress(database, actor, { host, address: { address } });
      return answer({ host, removed: address }, `Removed ${address}.`);
    },
  },
  {
    name: 'import',
    description: 'add the old addresses of a CSV file: address, target',
    arguments: [['<csv>', 'the file; the first line may be a heading']],
    examples: ['kb redirect import help.example.com redirects.csv --dry-run'],
    note: '\nAn address that cannot be added is named, and the others are added; the exit code is 1 then.',
    addOptions: (command) =>
      command
        .option('--replace', 'also addresses that lead elsewhere already')
        .option('--dry-run', 'report what an import would do, and change nothing'),
    async change(
      { database, actor, host },
      [file = ''],
      { replace = false, dryRun = false }: ChangeOptions & { replace?: boolean; dryRun?: boolean },
    ) {
      const addresses = readAddressesFromCsv(await readText(file), file);
      const written = await importAddresses(database, actor, { host, addresses, replace, dryRun });
      const { created, changed, unchanged, refused } = written;
      const counts = `${created} created, ${changed} changed, ${unchanged} unchanged`;
      const text = [
        dryRun ? `Nothing was changed. An import would make: ${counts}.` : `Addresses: ${counts}.`,
        ...refused.map(describeRefusal),
      ].join('\n');
      const failure = refused.length > 0 ? `${countOf(refused.length, 'address')} not added.` : undefined;
      return { ...answer({ host, dry_run: dryRun, ...written }, text), failure };
    },
  },
  {
    name: 'check',
    description: 'ask for each address of a former site what readers get',
    arguments: [['<file>', 'a sitemap, or one address a line']],
    examples: ['kb redirect check help.example.com old-sitemap.xml --csv > addresses.csv'],
    note: '\nThe exit code is 1 if an address leads nowhere. Nothing is sent over the network.',
    addOptions: (command) => command.option('--csv', 'print CSV'),
    async read({ database, host }, [file = ''], { csv = false }: OutputOptions & { csv?: boolean }) {
      const addresses = readAddressList(await readText(file));
      if (addresses.length === 0) throw new AppError('invalid', `${file} has no addresses.`);
      const checked = await checkAddresses(database, { host, addresses });
      const failed = checked.filter(({ status }) => status === 404);
      const failure =
        failed.length > 0 ? `${countOf(failed.length, 'address')} of ${checked.length} failed.` : undefined;
      const text = csv
        ? csvOf(['address', 'status', 'to', 'nearest'], checked.map(csvRow)).trimEnd()
        : describeChecks(checked);
      return { ...answer(checked, text), failure };
    },
  },
]);

function describeRefusal({ place, address, to, refusal }: RefusedAddress): string {
  return `${place}: ${address} → ${to}: ${refusal.message}`;
}

/** The failures first to be read: all of them, and the beginning of the others. */
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
    `${checked.length - failed.length} of ${countOf(checked.length, 'address')} answer.`,
  ].join('\n');
}

function nearestTo(slugs: readonly string[]): string {
  return slugs.length === 0 ? '' : ` (nearest: ${slugs.map((slug) => `/guides/${slug}`).join(', ')})`;
}

function csvRow({ address, status, to = '', nearest = [] }: CheckedAddress): object {
  return { address, status: status === 404 ? 'FAIL' : status, to, nearest: nearest.join(' ') };
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}es`;
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
