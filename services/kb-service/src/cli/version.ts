import { type ListView, listAnswer, minuteOf, type OutputOptions, withOutput } from '@guidepost/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { compareVersions } from '../writing/compare-versions.ts';
import { republishVersion, restoreVersion } from '../writing/restore-version.ts';
import { type ListedVersion, listVersions, readVersion } from '../writing/versions.ts';
import { hostCommand } from './arguments.ts';
import { addChange, answer, type ChangeOptions, guideOf } from './change.ts';
import { runCommand } from './run-command.ts';

const GUIDE = ['<slug>', 'the slug of the guide'] as const;
const NUMBER = ['<number>', 'the number of the version, from 1'] as const;

const MARKS = { added: '+', removed: '-', same: ' ' } as const;

const VERSIONS: ListView<ListedVersion> = {
  columns: {
    VERSION: ({ number }) => number,
    'PUBLISHED (UTC)': ({ published_at }) => minuteOf(published_at),
    BY: ({ published_by }) => published_by ?? '',
    TITLE: ({ title }) => title,
    BYTES: ({ bytes }) => bytes,
  },
  none: 'The guide has never been published.',
};

/** `kb version` */
export function addVersion(program: Command): void {
  const group = program.command('version');
  for (const add of [addList, addShow, addCompare, addRestore]) add(group);
}

function addList(group: Command): void {
  const command = hostCommand(group, 'list', 'list the latest versions of a guide').argument(...GUIDE);
  withOutput(command, 'kb version list help.example.com install').action(
    (host: string, slug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) =>
        listAnswer(
          await listVersions(database, { host, guideId: await guideOf(database, host, slug) }),
          VERSIONS,
        ),
      ),
  );
}

function addShow(group: Command): void {
  const command = hostCommand(group, 'show', 'print a version')
    .argument(...GUIDE)
    .argument(...NUMBER, parseNumber);
  withOutput(command, 'kb version show help.example.com install 3').action(
    (host: string, slug: string, number: number, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const guideId = await guideOf(database, host, slug);
        const version = await readVersion(database, { host, guideId, number });
        return answer(version, `${version.title}\n\n${version.content_html}`);
      }),
  );
}

function addCompare(group: Command): void {
  const command = hostCommand(group, 'compare', 'compare a version with what readers see')
    .argument(...GUIDE)
    .argument(...NUMBER, parseNumber);
  withOutput(command, 'kb version compare help.example.com install 3').action(
    (host: string, slug: string, from: number, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const guideId = await guideOf(database, host, slug);
        const comparison = await compareVersions(database, { host, guideId, from, to: 'published' });
        const changes = [...comparison.title, ...comparison.content].filter(({ kind }) => kind !== 'same');
        const lines = changes.map(({ kind, text }) => `${MARKS[kind]} ${text.trimEnd()}`);
        return answer(comparison, lines.join('\n') || 'The text is the same.');
      }),
  );
}

function addRestore(group: Command): void {
  addChange<ChangeOptions & { draft?: boolean }>(group, {
    name: 'restore',
    description: 'show a version to readers again',
    arguments: [GUIDE, NUMBER],
    example: 'install 3',
    prepare: (command) => command.option('--draft', 'make it the draft instead'),
    async change({ database, actor, host }, [slug = '', text = ''], { draft }) {
      const restoration = { host, guideId: await guideOf(database, host, slug), number: parseNumber(text) };
      const restore = draft ? restoreVersion : republishVersion;
      const { missingImages } = await restore(database, actor, restoration);
      const note = missingImages > 0 ? ` Images that no longer exist: ${missingImages}.` : '';
      return answer(
        { host, slug, version: restoration.number, missing_images: missingImages },
        `Restored version ${text} of ${slug}${draft ? ' as its draft' : ''}.${note}`,
      );
    },
  });
}

function parseNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
