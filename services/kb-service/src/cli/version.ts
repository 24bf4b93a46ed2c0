import { type ListView, listAnswer, minuteOf } from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import { InvalidArgumentError } from 'commander';
import { compareVersions } from '../writing/versions/compare-versions.ts';
import { republishVersion, restoreVersion } from '../writing/versions/restore-version.ts';
import { type ListedVersion, listVersions, readVersion } from '../writing/versions/versions.ts';
import { answer, type ChangeOptions, createGroup, guideOf } from './commands.ts';

const GUIDE = ['<slug>', 'the slug of the guide'] as const;
const NUMBER = ['<number>', 'the number of the version, from 1'] as const;

const MARKS = { added: '+', removed: '-' } as const;

const VERSIONS: ListView<ListedVersion> = {
  columns: {
    VERSION: ({ number }) => number,
    'PUBLISHED (UTC)': ({ published_at }) => minuteOf(published_at),
    BY: ({ published_by }) => published_by ?? '',
    'REPLACED DRAFT': ({ replaced_by }) => (replaced_by === null ? '' : `replaced by ${replaced_by}`),
    TITLE: ({ title }) => title,
    BYTES: ({ bytes }) => bytes,
  },
  none: 'The guide has never been published.',
};

/** `kb version` */
export const addVersion = createGroup('version', [
  {
    name: 'list',
    description: 'list the latest versions of a guide',
    arguments: [GUIDE],
    examples: ['kb version list help.example.com install'],
    async read({ database, host }, [slug = '']) {
      const guideId = await guideOf(database, host, slug);
      return listAnswer(await listVersions(database, { host, guideId }), VERSIONS);
    },
  },
  {
    name: 'show',
    description: 'print a version',
    arguments: [GUIDE, [...NUMBER, checkNumber]],
    examples: ['kb version show help.example.com install 3'],
    async read({ database, host }, [slug = '', number = '']) {
      const guideId = await guideOf(database, host, slug);
      const version = await readVersion(database, { host, guideId, number: Number(number) });
      return answer(version, `${version.title}\n\n${version.content_html}`);
    },
  },
  {
    name: 'compare',
    description: 'compare a version with what readers see',
    arguments: [GUIDE, [...NUMBER, checkNumber]],
    examples: ['kb version compare help.example.com install 3'],
    async read({ database, host }, [slug = '', number = '']) {
      const guideId = await guideOf(database, host, slug);
      const words = { added: 'added', removed: 'removed' };
      const versions = { host, guideId, from: Number(number), to: 'published', words } as const;
      const comparison = await compareVersions(database, versions);
      if (!comparison) throw new AppError('invalid', 'The versions are too long to be compared.');
      const lines = comparison.changes.map(({ kind, text }) => `${MARKS[kind]} ${text.trimEnd()}`);
      return answer(comparison, lines.join('\n') || 'The text is the same.');
    },
  },
  {
    name: 'restore',
    description: 'show a version to readers again',
    arguments: [GUIDE, NUMBER],
    examples: ['kb version restore help.example.com install 3'],
    addOptions: (command) => command.option('--draft', 'make it the draft instead'),
    async change(
      { database, actor, host },
      [slug = '', text = ''],
      { draft }: ChangeOptions & { draft?: boolean },
    ) {
      const guideId = await guideOf(database, host, slug);
      const number = Number(checkNumber(text));
      const restored = draft
        ? await restoreVersion(database, actor, { host, guideId, number })
        : { ...(await republishVersion(database, actor, { host, guideId, number })), formerDraft: undefined };
      const { missingImages, formerDraft } = restored;
      const notes = [
        ...(formerDraft === undefined ? [] : [` The former draft is version ${formerDraft}.`]),
        ...(missingImages > 0 ? [` Images that no longer exist: ${missingImages}.`] : []),
      ];
      return answer(
        {
          host,
          slug,
          version: number,
          missing_images: missingImages,
          ...(formerDraft !== undefined && { former_draft: formerDraft }),
        },
        `Restored version ${text} of ${slug}${draft ? ' as its draft' : ''}.${notes.join('')}`,
      );
    },
  },
]);

function checkNumber(word: string): string {
  if (/^[1-9]\d{0,8}$/.test(word)) return word;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
