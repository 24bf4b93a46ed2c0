import {
  askSecret,
  createProgress,
  type OutputOptions,
  type Progress,
  printableLine,
  runWithoutDatabase,
  withOutput,
} from '@guidepost/command-line';
import { type FetchSummary, fetchCentre, VENDORS, type Vendor } from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { configuredFetchToken } from './configured.ts';

interface FetchCommandOptions extends OutputOptions {
  token?: boolean;
  locale?: string;
  images: 'own' | 'all';
  allowPrivate?: boolean;
}

/** How many failures are shown; `--json` has all. */
const SHOWN = 50;

/** `kb fetch` */
export function addFetch(program: Command): void {
  const group = program
    .command('fetch')
    .description("save another vendor's help centre to a folder for kb import");
  for (const vendor of VENDORS.values()) addVendor(group, vendor);
}

function addVendor(group: Command, vendor: Vendor): void {
  const command = group
    .command(vendor.name)
    .description(`save a help centre of ${vendor.title}`)
    .argument('<url>', 'the address of the help centre', parseSite)
    .argument('<folder>', 'a new folder, or that of an earlier fetch, which goes on')
    .option('--token', 'ask for a token; without it, GUIDEPOST_FETCH_TOKEN, or only what is public')
    .option('--locale <locale>', 'ask for one language, such as en-us', parseLocale)
    .addOption(
      new Option('--images <which>', 'also those of other sites').choices(['own', 'all']).default('own'),
    )
    .option('--allow-private', 'the help centre is inside this network');
  withOutput(command, `kb fetch ${vendor.name} https://help.acme.com ./acme`)
    .addHelpText(
      'after',
      `
The same command continues a fetch that ended early, and asks only for changes after a complete one. What could not be
fetched is listed, and the exit code is 1. Then: kb import help.example.com ./acme --dry-run`,
    )
    .action((site: URL, folder: string, options: FetchCommandOptions) =>
      runFetch(vendor, { site, folder }, options),
    );
}

function parseSite(value: string): URL {
  const url = URL.parse(value.includes('://') ? value : `https://${value}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new InvalidArgumentError('It must be an address such as https://help.acme.com.');
  return new URL('/', url);
}

function parseLocale(value: string): string {
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError('It must be a language such as en-us.');
}

async function runFetch(
  vendor: Vendor,
  place: { site: URL; folder: string },
  options: FetchCommandOptions,
): Promise<void> {
  let failed = 0;
  const interrupted = 'what was fetched is kept; the same command goes on.';
  await runWithoutDatabase({ ...options, interrupted }, async (signal) => {
    const token = await readToken(vendor, options, signal);
    const { images, locale, allowPrivate = false } = options;
    const summary = await withSteps((steps) =>
      fetchCentre({ vendor, ...place, token, locale, images, allowPrivate, signal, ...steps }),
    );
    failed = summary.failed.length;
    return { document: documentOf(summary, place.folder), text: describe(summary, place.folder) };
  });
  if (failed > 0)
    throw new AppError('invalid', `${failed === 1 ? '1 thing' : `${failed} things`} could not be fetched.`);
}

/** From the environment or a prompt, since arguments of commands are visible to all users of a machine. */
async function readToken(
  vendor: Vendor,
  { token = false }: FetchCommandOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const given = configuredFetchToken();
  if (given) return given;
  return token || vendor.needsToken ? askSecret(`token of ${vendor.title}`, signal) : undefined;
}

async function withSteps<Result>(
  work: (steps: { onStart(total: number, noun: string): void; onStep(): void }) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work({
      onStart(total, noun) {
        progress?.clear();
        progress = createProgress(process.stderr, total, noun);
      },
      onStep: () => progress?.advance(),
    });
  } finally {
    progress?.clear();
  }
}

function documentOf(
  { url, lists, changesOnly, files, failed, remarks }: FetchSummary,
  folder: string,
): object {
  return { url, folder, lists, changes_only: changesOnly, files, failed, remarks };
}

function describe({ url, lists, changesOnly, files, failed, remarks }: FetchSummary, folder: string): string {
  const lines = [
    `Fetched ${changesOnly ? 'the changes of ' : ''}${url} to ${folder}:`,
    ...Object.entries(lists).map(([name, entries]) => `  ${name.replaceAll('_', ' ').padEnd(20)} ${entries}`),
    `  ${'files'.padEnd(20)} ${files.fetched} fetched, ${files.present} already there`,
    ...(files.foreign > 0 ? [`Images of other sites, not fetched (--images all): ${files.foreign}`] : []),
    ...remarks.map((remark) => `Remark: ${printableLine(remark)}`),
    ...(failed.length > 0 ? [`Failed: ${failed.length}`] : []),
    ...failed.slice(0, SHOWN).map(({ what, why }) => `  ${printableLine(what)}: ${printableLine(why)}`),
    ...(failed.length > SHOWN ? [`  … and ${failed.length - SHOWN} more (--json lists all)`] : []),
  ];
  return [...lines, 'Keep the folder: once the old help centre is closed, it cannot be fetched again.'].join(
    '\n',
  );
}
