import { writeFile } from 'node:fs/promises';
import {
  confirm,
  formatTable,
  type OutputOptions,
  printableJson,
  printableLine,
  replaceFile,
  type Session,
} from '@guidepost/command-line';
import { feedEngineNow } from '@guidepost/command-line/search';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { dialogFeed, purgeSearch } from '../indexing/dialog-feed.ts';
import { type Person, personOf } from '../model/person.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { type Holdings, type Survey, surveyPerson } from '../personal-data/holdings.ts';
import { exportPerson, type PersonExport } from '../personal-data/person-export.ts';
import { parseEmail, parseSlug, STDOUT } from './arguments.ts';
import { configuredEngine } from './configured.ts';
import { type ChangeOptions, withChangeOptions } from './record-commands.ts';
import { operatorOf, runCommand } from './run-command.ts';

interface EraseOptions extends ChangeOptions {
  forum?: string;
  yes?: boolean;
  dryRun?: boolean;
}

interface PersonExportOptions extends OutputOptions {
  email: string;
  forum?: string;
  force?: boolean;
}

const INTERRUPTED = 'erased data stays erased; run the same command again to erase the rest.';

const HEADING = [
  'FORUM',
  'DIALOGS',
  'COMMENTS',
  'VOTES',
  'REPORTS',
  'IP ADDRESSES',
  'FOLLOWS',
  'FILES',
  'BLOCKS',
  'DELETED',
  'MENTIONS',
];

const CONSEQUENCES = `
Dialogs, comments and reports keep their text and votes still count, but without the name of the person.
Metadata of the dialogs and all IP addresses of these posts are deleted.
The e-mail address becomes […] in all texts (mentions); names in texts stay.
Files that the person attached to posts are deleted.
Posts of the person that editors have deleted cannot be restored any more.
The person unfollows all dialogs, and no e-mail address is confirmed.
Blocks are lifted because they contain the address. New posts with it belong to a new person.`;

/** `forum erase` */
export function addErase(program: Command): void {
  const command = program
    .command('erase')
    .argument('<email>', 'the e-mail address of the person', parseEmail)
    .option('--forum <slug>', 'only in this forum', parseSlug)
    .option('--yes', 'skip the confirmation; this cannot be undone')
    .option('--dry-run', 'show what would be erased');
  withChangeOptions(
    command,
    'forum erase anna@example.com --dry-run',
    'forum erase anna@example.com --forum example',
    'forum erase anna@example.com --yes --json',
  ).action(erase);
}

async function erase(email: string, options: EraseOptions): Promise<void> {
  const { dryRun = false, json = false } = options;
  let failure: AppError | undefined;
  await runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
    const person = personOf(email);
    const survey = await surveyPerson(session.database, person, options.forum);
    const document = { email: person.email, dry_run: dryRun, similar_addresses: survey.similar };
    const plan = describeSurvey(person, survey);
    const isNothing = survey.forums.length === 0;
    if (!dryRun && !isNothing) {
      if (!json) process.stderr.write(`${plan}\n\n`);
      if (!options.yes) await confirm('Erase all of this permanently?', session.signal);
    }
    const forums = dryRun ? survey.forums : await eraseEverywhere(session, { person, survey, options });
    if (!dryRun) failure = await updateEngine(session);
    const erased = `Erased ${person.email}:\n${tableOf(forums)}`;
    return { document: { ...document, forums }, text: dryRun || isNothing ? plan : erased };
  });
  if (failure) throw failure;
}

async function eraseEverywhere(
  { database, signal }: Session,
  { person, survey, options }: { person: Person; survey: Survey; options: EraseOptions },
): Promise<Holdings[]> {
  const erased: Holdings[] = [];
  for (const { slug } of survey.forums) {
    const moderation = { slug, actor: operatorOf(options), action: 'erase' } as const;
    erased.push(await erasePerson(database, { moderation, person, signal }));
  }
  await purgeSearch(database);
  return erased;
}

/** @returns the error of a failing search engine, for after the answer: the erasure itself has succeeded */
async function updateEngine({ database, signal }: Session): Promise<AppError | undefined> {
  const engine = configuredEngine();
  if (!engine) return undefined;
  try {
    await feedEngineNow({ ...dialogFeed(database), engine, signal, onRejected: () => {} });
    return undefined;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return error;
  }
}

function describeSurvey({ email }: Person, { forums, similar }: Survey): string {
  const others =
    similar.length > 0
      ? [`\nPossibly the same person, but not included: ${similar.map(printableLine).join(', ')}.`]
      : [];
  if (forums.length === 0) return [`No data about ${email} found.`, ...others].join('\n');
  return [`Data about ${email}:`, tableOf(forums), CONSEQUENCES, ...others].join('\n');
}

function tableOf(forums: readonly Holdings[]): string {
  const rows = forums.map(
    ({ slug, dialogs, comments, votes, reports, addresses, follows, files, blocks, deleted, mentions }) => [
      slug,
      ...[dialogs, comments, votes, reports, addresses, follows, files, blocks, deleted, mentions].map(
        String,
      ),
    ],
  );
  return formatTable([HEADING, ...rows]);
}

/** `forum export --email`; the file is readable by its owner only. */
export function exportPersonTo(file: string, options: PersonExportOptions): Promise<void> {
  const { json = false, force = false, email, forum: slug } = options;
  const output = file === STDOUT ? process.stderr : process.stdout;
  return runCommand({ json, output }, async ({ database }) => {
    const found = await exportPerson(database, personOf(email), slug);
    const text = `${printableJson(JSON.stringify(found, null, 2))}\n`;
    if (file === STDOUT) process.stdout.write(text);
    else await replaceFile({ file, force }, (path) => writeFile(path, text, { flag: 'wx', mode: 0o600 }));
    const counts = countPosts(found);
    return { document: { email: found.email, file, forums: counts }, text: describeExport(found, file) };
  });
}

function countPosts({ forums }: PersonExport): object[] {
  return forums.map(({ slug, ...lists }) => ({
    slug,
    ...Object.fromEntries(Object.entries(lists).map(([kind, rows]) => [kind, rows.length])),
  }));
}

function describeExport({ email, forums }: PersonExport, file: string): string {
  const target = file === STDOUT ? 'standard output' : file;
  if (forums.length === 0) return `No data about ${email} found. Wrote an empty result to ${target}.`;
  return `Exported data about ${email} from ${forums.map(({ slug }) => slug).join(', ')} to ${target}.`;
}
