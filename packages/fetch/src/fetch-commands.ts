import {
  askSecret,
  createProgress,
  type OutputOptions,
  type Progress,
  printableLine,
  runWithoutDatabase,
  withOutput,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fetchCentre } from './fetch-centre.ts';
import type { FetchSummary } from './fetch-step.ts';
import { parseLocale, parseSite, type Vendor } from './vendor.ts';

interface FetchCommandOptions extends OutputOptions {
  token?: boolean;
  locale?: string;
  images: 'own' | 'all';
  allowPrivate?: boolean;
}

/** How many failures are shown; `--json` has all. */
const SHOWN = 50;

export interface FetchCommandsOptions {
  /** By the names of their commands. */
  vendors: ReadonlyMap<string, Vendor>;
  /** The noun for the thing that is fetched: `help centre`. */
  noun: string;
  /** The address and the folder of examples: `https://help.acme.com ./acme`. */
  example: string;
  /** The command that reads the folder. */
  next: string;
  /** The token of the environment. */
  configuredToken(): string | undefined;
  /** Whether vendors have texts in several languages. */
  hasLocales: boolean;
}

/** The command `fetch` of a program, with one command for each vendor. */
export function createFetchCommands(options: FetchCommandsOptions): (program: Command) => void {
  return (program) => {
    const group = program
      .command('fetch')
      .description(`save another vendor's ${options.noun} to a folder for ${program.name()} import`);
    for (const [name, vendor] of options.vendors) addVendor(group, { name, vendor }, options);
  };
}

function addVendor(
  group: Command,
  { name, vendor }: { name: string; vendor: Vendor },
  options: FetchCommandsOptions,
): void {
  const { noun, example, next, hasLocales } = options;
  const command = group
    .command(name)
    .description(`save a ${noun} of ${vendor.title}`)
    .argument('<url>', `the address of the ${noun}`, readSite)
    .argument('<folder>', 'a new folder, or that of an earlier fetch, which goes on')
    .option('--token', 'ask for a token; without it, GUIDEPOST_FETCH_TOKEN, or only what is public')
    .addOption(
      new Option('--images <which>', 'also those of other sites').choices(['own', 'all']).default('own'),
    )
    .option('--allow-private', `the ${noun} is inside this network`);
  if (hasLocales) command.option('--locale <locale>', 'ask for one language, such as en-us', readLocale);
  withOutput(command, `${group.parent?.name()} fetch ${name} ${example}`)
    .addHelpText(
      'after',
      `
The same command continues a fetch that ended early, and asks only for changes after a complete one. What could not be
fetched is listed, and the exit code is 1. Then: ${next}`,
    )
    .action((site: URL, folder: string, given: FetchCommandOptions) =>
      runFetch(vendor, { site, folder, ...options }, given),
    );
}

function readSite(value: string): URL {
  const site = parseSite(value);
  if (site) return site;
  throw new InvalidArgumentError('It must be an address such as https://help.acme.com.');
}

function readLocale(value: string): string {
  const locale = parseLocale(value);
  if (locale !== undefined) return locale;
  throw new InvalidArgumentError('It must be a language such as en-us.');
}

async function runFetch(
  vendor: Vendor,
  { site, folder, noun, configuredToken }: FetchCommandsOptions & { site: URL; folder: string },
  options: FetchCommandOptions,
): Promise<void> {
  let failed = 0;
  const interrupted = 'what was fetched is kept; the same command goes on.';
  await runWithoutDatabase({ ...options, interrupted }, async (signal) => {
    const token = configuredToken() || (await askToken(vendor, options, signal));
    const { images, locale, allowPrivate = false } = options;
    const summary = await withSteps((steps) =>
      fetchCentre({ vendor, site, folder, token, locale, images, allowPrivate, signal, ...steps }),
    ).catch(sayHowToGoOn);
    failed = summary.failed.length;
    return { document: documentOf(summary, folder), text: describe(summary, { folder, noun }) };
  });
  if (failed > 0)
    throw new AppError('invalid', `${failed === 1 ? '1 thing' : `${failed} things`} could not be fetched.`);
}

function sayHowToGoOn(error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
  const message = `${error.message} What was fetched is kept; run the command again to go on.`;
  throw new AppError('unavailable', message, { cause: error });
}

/** From the environment or a prompt, since arguments of commands are visible to all users of a machine. */
async function askToken(
  vendor: Vendor,
  { token = false }: FetchCommandOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
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

function describe(
  { url, lists, changesOnly, files, failed, remarks }: FetchSummary,
  { folder, noun }: { folder: string; noun: string },
): string {
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
  return [...lines, `Keep the folder: once the old ${noun} is closed, it cannot be fetched again.`].join(
    '\n',
  );
}
