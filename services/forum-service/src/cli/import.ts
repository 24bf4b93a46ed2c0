import {
  createProgress,
  type OutputOptions,
  type Progress,
  type Session,
  withOutput,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkArchive } from '../archive/import/check-archive.ts';
import { type ImportSummary, importForum } from '../archive/import/import-forum.ts';
import type { RefusedLine } from '../archive/import/import-progress.ts';
import { importPageAddresses } from '../archive/moved-in/addresses.ts';
import type { Conversion, MovedForum } from '../archive/moved-in/conversion.ts';
import { createPosterSecret } from '../people/posters.ts';
import { forumCommand } from './arguments.ts';
import { configuredPosting, configuredPublicUrl, configuredSecret } from './configured.ts';
import {
  describeLeftOut,
  kindOfForum,
  type MovedOptions,
  withArchives,
  writeSuggestedMap,
} from './import-moved.ts';
import { runCommand } from './run-command.ts';

interface ImportOptions extends OutputOptions, MovedOptions {
  dryRun?: boolean;
}

const INTERRUPTED = 'imported dialogs stay; run the same command again to import the rest.';

/** `forum import` */
export function addImport(program: Command): void {
  const command = forumCommand(program, 'import').argument(
    '<path>',
    'an archive (NDJSON, one dialog per line), the folder of forum fetch, or a backup of Discourse',
  );
  command
    .option('--map <file>', 'another system: where what is in each category or topic goes (YAML)')
    .addOption(
      new Option('--map-suggest <file>', 'write such a map to edit, and import nothing').conflicts([
        'map',
        'dryRun',
      ]),
    )
    .option(
      '--staff-group <name>',
      'Discourse: answers of this group are official, as those of admins and moderators; can be repeated',
      collect,
    )
    .option(
      '--site <url>',
      'Discourse: the address of the former forum, if it is not a fetched one',
      parseUrl,
    )
    .option('--dry-run', 'report what an import would do, and change nothing');
  withOutput(
    command,
    'forum import example archive.ndjson',
    'forum import example acme-2026-01-31.tar.gz --map-suggest map.yaml',
    'forum import example acme-2026-01-31.tar.gz --map map.yaml --dry-run',
  )
    .addHelpText(
      'after',
      `
To resume an interrupted import, run the same command again.
Refused lines, comments and votes are listed on standard error, and the exit code is 1.`,
    )
    .action(runImport);
}

function collect(name: string, before: readonly string[] = []): string[] {
  return [...before, name];
}

function parseUrl(value: string): URL {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return new URL('/', url);
  throw new InvalidArgumentError('It must be an address such as https://forum.acme.com.');
}

async function runImport(slug: string, path: string, options: ImportOptions): Promise<void> {
  let refused = '';
  await runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
    const started = performance.now();
    const kind = await kindOfForum(path);
    if (options.mapSuggest !== undefined) {
      if (!kind) throw new AppError('invalid', `${path}: is not a forum of another system.`);
      await writeSuggestedMap(session, { kind, slug, path, ...options });
      return {
        document: { map: options.mapSuggest },
        text: `Wrote ${options.mapSuggest}. Edit it, then use --map.`,
      };
    }
    const { summaries, moved } = kind
      ? await importMoved(session, { kind, slug, path, ...options })
      : { summaries: [await importWithProgress(session, { slug, path, ...options })] };
    refused = describeRefused(totalOf(summaries));
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    return {
      document: { ...totalOf(summaries), ...(moved && documentOf(moved, summaries)), seconds },
      text: describeAll(summaries, { moved, ...options, seconds }),
    };
  });
  if (refused !== '') throw new AppError('invalid', refused);
}

type Moved = Pick<Conversion, 'files' | 'leftOut'>;

function importMoved(
  session: Session,
  request: ImportOptions & { kind: MovedForum; slug: string; path: string },
): Promise<{ moved: Moved; summaries: ImportSummary[] }> {
  return withArchives(session, request, async ({ archives, ...moved }) => {
    const summaries: ImportSummary[] = [];
    for (const { slug, path, addresses } of archives) {
      summaries.push(await importWithProgress(session, { ...request, slug, path, shown: slug }));
      const publicUrl = configuredPublicUrl();
      if (!request.dryRun) await importPageAddresses(session.database, { slug, addresses, publicUrl });
    }
    return { summaries, moved };
  });
}

function documentOf({ files, leftOut: left_out }: Moved, summaries: readonly ImportSummary[]): object {
  const forums = summaries.map(({ slug, dialogs, comments, votes }) => ({ slug, dialogs, comments, votes }));
  return { files, left_out, forums };
}

/** The sums of several forums. */
function totalOf([first, ...others]: readonly ImportSummary[]): ImportSummary {
  if (!first) throw new Error('nothing was imported');
  const total = { ...first, refusals: [...first.refusals] };
  for (const one of others) {
    for (const name of COUNTS) total[name] += one[name];
    total.refusals.push(...one.refusals);
    total.finished_before &&= one.finished_before;
  }
  return total;
}

const COUNTS = [
  'lines',
  'dialogs',
  'comments',
  'votes',
  'duplicates',
  'updated',
  'unchanged',
  'kept',
  'refused',
  'refused_comments',
  'refused_votes',
  'refused_marks',
  'refused_parents',
  'refused_addresses',
  'refused_files',
] as const;

const REFUSED = [
  ['refused', 'line'],
  ['refused_comments', 'comment'],
  ['refused_votes', 'vote'],
  ['refused_marks', 'accepted answer'],
  ['refused_parents', 'parent'],
  ['refused_addresses', 'address'],
  ['refused_files', 'file'],
] as const;

/** `2 lines and 1 vote were refused.`; empty if nothing was. */
function describeRefused(summary: ImportSummary): string {
  const counts = REFUSED.flatMap(([name, noun]) => {
    const count = summary[name];
    return count > 0 ? [count === 1 ? `1 ${noun}` : `${count} ${noun.replace(/s$/, 'se')}s`] : [];
  });
  const isOne = REFUSED.reduce((sum, [name]) => sum + summary[name], 0) === 1;
  return counts.length > 0 ? `${PARTS.format(counts)} ${isOne ? 'was' : 'were'} refused.` : '';
}

const PARTS = new Intl.ListFormat('en-GB');

/** @param request `shown` stands for the path in messages */
function importWithProgress(
  { database, signal }: Session,
  {
    slug,
    path,
    shown = path,
    dryRun = false,
  }: { slug: string; path: string; shown?: string; dryRun?: boolean },
): Promise<ImportSummary> {
  let progress: Progress | undefined;
  const advance = (lines: number) => {
    for (let done = 0; done < lines; done += 1) progress?.advance();
  };
  const work = dryRun ? checkArchive : importForum;
  return work(database, {
    slug,
    path,
    signal,
    secret: createPosterSecret(database, configuredSecret()),
    publicUrl: configuredPublicUrl(),
    posting: configuredPosting(database),
    onStart(lines, done) {
      progress = createProgress(process.stderr, lines, 'lines');
      advance(done);
    },
    onBatch(lines, refusals) {
      if (refusals.length > 0) progress?.clear();
      for (const refusal of refusals) process.stderr.write(`${shown}:${describeRefusal(refusal)}\n`);
      advance(lines);
    },
  }).finally(() => progress?.clear());
}

function describeAll(
  summaries: readonly ImportSummary[],
  { seconds, dryRun = false, moved }: ImportOptions & { seconds: number; moved: Moved | undefined },
): string {
  return [
    ...summaries.map((summary) => describeImport(summary, { seconds, dryRun })),
    ...(moved ? [`  files     ${moved.files}`, ...describeLeftOut(moved.leftOut)] : []),
  ].join('\n');
}

/** `17: comments[3].text: must not be empty (id 500)` */
function describeRefusal({ line, id, reason }: RefusedLine): string {
  return `${line}: ${reason}${id === undefined ? '' : ` (id ${id})`}`;
}

/** Posts that earlier imports have written. */
function describeKnown({ updated, unchanged, kept }: ImportSummary): string[] {
  if (updated + unchanged + kept === 0) return [];
  return [`  here      ${unchanged} unchanged, ${updated} updated, ${kept} kept as they were changed here`];
}

function describeImport(
  summary: ImportSummary,
  { seconds, dryRun }: { seconds: number; dryRun: boolean },
): string {
  const { slug, dialogs, comments, votes, duplicates, lines, refused, resumed_after } = summary;
  const { refused_comments, refused_votes } = summary;
  const resumed = resumed_after > 0 ? `, resuming at line ${resumed_after + 1}` : '';
  const totals = `Totals of ${lines === 1 ? '1 line' : `${lines} lines`}:`;
  const known = `Nothing was changed: ${slug} already has this file. Its import had:`;
  const imported = summary.finished_before
    ? known
    : `Imported into ${slug} in ${seconds} s${resumed}. ${totals}`;
  return [
    dryRun ? `Nothing was changed. An import into ${slug} would make:` : imported,
    `  dialogs   ${dialogs}${duplicates > 0 ? `, ${duplicates} of them duplicates in title and text` : ''}`,
    `  comments  ${comments}${refused_comments > 0 ? `, ${refused_comments} more refused` : ''}`,
    `  votes     ${votes}${refused_votes > 0 ? `, ${refused_votes} more refused` : ''}`,
    ...describeKnown(summary),
    `  refused   ${refused}`,
  ].join('\n');
}
