import { examples } from '@guidepost/command-line';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseSlug, STDOUT } from './arguments.ts';
import { type ArchiveWishes, exportArchive } from './export-archive.ts';
import { exportPersonTo, type PersonWishes } from './export-person.ts';
import { parseEmail } from './post-arguments.ts';

type ExportWishes = ArchiveWishes & Partial<PersonWishes>;

/** `forum export` */
export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write a forum into an archive that forum import takes, or all that is kept of a person')
    .usage('[options] <slug> <file>\n       forum export [options] --email <address> [file]')
    .argument('[slug]', 'what the forum is called in addresses')
    .argument('[file]', 'the archive (NDJSON), or what is kept of the person (JSON); - for standard output')
    .option(
      '--with-personal-data',
      'with names, e-mail addresses, work titles and metadata; without it people are "user 12"',
    )
    .addOption(
      new Option('--email <address>', 'all that is kept of who posted with it, in all forums')
        .argParser(parseEmail)
        .conflicts('withPersonalData'),
    )
    .option('--forum <slug>', 'with --email: only what this forum keeps', parseSlug)
    .option('--force', 'replace the file')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum export example archive.ndjson',
        'forum export example - --with-personal-data | gzip > archive.ndjson.gz',
        'forum export --email anna@example.com anna.json',
      ),
    );
  command.action((first: string | undefined, second: string | undefined, wishes: ExportWishes) =>
    exportWhatIsAsked(command, [first, second], wishes),
  );
}

/** What the words stand for depends on the options, which commander knows only here. */
function exportWhatIsAsked(
  command: Command,
  [first, second]: [string | undefined, string | undefined],
  { email, forum, ...wishes }: ExportWishes,
): Promise<void> {
  if (email !== undefined) {
    if (second !== undefined)
      command.error('error: with --email there is a file only; --forum names a forum.');
    return exportPersonTo(first ?? STDOUT, { ...wishes, email, ...(forum !== undefined && { forum }) });
  }
  if (forum !== undefined) command.error('error: --forum is for --email; the slug comes first.');
  if (first === undefined) command.error("error: missing required argument 'slug'");
  if (second === undefined) command.error("error: missing required argument 'file'");
  return exportArchive(slugOf(command, first), second, wishes);
}

function slugOf(command: Command, word: string): string {
  try {
    return parseSlug(word);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: argument '${word}' is invalid for slug. ${error.message}`);
  }
}
