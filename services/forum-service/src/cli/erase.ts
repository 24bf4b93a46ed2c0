import {
  confirm,
  editorOf,
  examples,
  feedEngineNow,
  type Session,
  withEditor,
} from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { dialogFeed } from '../indexing/dialog-feed.ts';
import { type Person, personOf } from '../model/person.ts';
import { erasePerson } from '../people/erasure/erase-person.ts';
import type { Holdings } from '../people/erasure/holdings.ts';
import { purgeSearch } from '../people/erasure/purge-search.ts';
import { type Survey, surveyPerson } from '../people/erasure/survey.ts';
import { parseSlug } from './arguments.ts';
import { describeErasure, describeSurvey } from './erase-report.ts';
import type { ChangeOptions } from './moderating.ts';
import { parseEmail } from './post-arguments.ts';
import { configuredEngine, runCommand } from './run-command.ts';

interface EraseOptions extends ChangeOptions {
  forum?: string;
  yes?: boolean;
  dryRun?: boolean;
}

const INTERRUPTED = 'what was erased stays erased; the same command does the rest.';

/** `forum erase` */
export function addErase(program: Command): void {
  const command = program
    .command('erase')
    .description('remove every trace of a person; what they posted stays, without a name')
    .argument('<email>', 'the e-mail address that they posted with', parseEmail)
    .option('--forum <slug>', 'only in this forum', parseSlug)
    .option('--yes', 'say that you mean it: nothing brings it back')
    .option('--dry-run', 'only say what would be changed');
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum erase anna@example.com --dry-run',
        'forum erase anna@example.com --forum example',
        'forum erase anna@example.com --yes --json',
      ),
    )
    .action(erase);
}

async function erase(email: string, options: EraseOptions): Promise<void> {
  const { dryRun = false, json = false } = options;
  let fault: AppError | undefined;
  await runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
    const person = personOf(email);
    const survey = await surveyPerson(session.database, person, options.forum);
    const document = { email: person.email, dry_run: dryRun, similar_addresses: survey.similar };
    const toDo = describeSurvey(person, survey);
    const isNothing = survey.forums.length === 0;
    if (!dryRun && !isNothing) {
      if (!json) process.stderr.write(`${toDo}\n\n`);
      if (!options.yes) await confirm('Erase all of it for good?', session.signal);
    }
    const forums = dryRun ? survey.forums : await eraseEverywhere(session, { person, survey, options });
    if (!dryRun) fault = await tellEngine(session);
    return {
      document: { ...document, forums },
      text: dryRun || isNothing ? toDo : describeErasure(person, forums),
    };
  });
  if (fault) throw fault;
}

async function eraseEverywhere(
  { database, signal }: Session,
  { person, survey, options }: { person: Person; survey: Survey; options: EraseOptions },
): Promise<Holdings[]> {
  const erased: Holdings[] = [];
  for (const { slug } of survey.forums) {
    const moderation = { slug, by: editorOf(options), action: 'erase' };
    erased.push(await erasePerson(database, { moderation, person, signal }));
  }
  await purgeSearch(database, options.forum);
  return erased;
}

/** @returns what keeps the search engine from hearing of it; what was erased is said all the same */
async function tellEngine({ database, signal }: Session): Promise<AppError | undefined> {
  const engine = configuredEngine(database);
  if (!engine) return undefined;
  try {
    await feedEngineNow({ ...dialogFeed(database), engine, signal, onSetAside: () => {} });
    return undefined;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return error;
  }
}
