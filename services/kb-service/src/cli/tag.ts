import { type ListView, listAnswer } from '@guidepost/command-line';
import {
  type CountedTag,
  createTag,
  deleteTag,
  listCountedTags,
  mergeTag,
  renameTag,
} from '../writing/structure/tags.ts';
import { answer, type ChangeOptions, createGroup, named } from './commands.ts';

const TAG = ['<tag>', 'the slug of the tag'] as const;

const TAGS: ListView<CountedTag> = {
  columns: {
    TAG: ({ slug }) => slug,
    NAME: ({ name }) => name,
    GUIDES: ({ guides, published_guides }) => `${published_guides}/${guides}`,
  },
  none: 'There are no tags.',
  full: true,
};

/** `kb tag` */
export const addTag = createGroup('tag', [
  {
    name: 'list',
    description: 'list tags by name, with published/all guides',
    examples: ['kb tag list help.example.com'],
    read: async ({ database, host }) => listAnswer(await listCountedTags(database, { host }), TAGS),
  },
  {
    name: 'create',
    description: 'create a tag',
    arguments: [['<name>', 'the name that readers see']],
    examples: ['kb tag create help.example.com "For developers"'],
    async change({ database, actor, host }, [name = '']) {
      const created = await createTag(database, actor, { host, name });
      return answer({ host, ...created }, `Created the tag ${created.slug}.`);
    },
  },
  {
    name: 'rename',
    description: 'change the name of a tag',
    arguments: [TAG, ['<name>', 'the new name']],
    examples: ['kb tag rename help.example.com dev "For developers" --slug for-developers'],
    addOptions: (command) => command.option('--slug <slug>', 'its new slug (default: unchanged)'),
    async change(
      { database, actor, host },
      [tag = '', name = ''],
      { slug }: ChangeOptions & { slug?: string },
    ) {
      const changed = await renameTag(database, actor, { host, tag: named(tag), name, slug });
      return answer({ host, changed }, changed ? `Renamed ${tag}.` : `${tag} already has this name.`);
    },
  },
  {
    name: 'merge',
    description: 'replace a tag with another one, and delete it',
    arguments: [TAG, ['<into>', 'the slug of the other tag']],
    examples: ['kb tag merge help.example.com dev for-developers'],
    async change({ database, actor, host }, [tag = '', into = '']) {
      await mergeTag(database, actor, { host, tag: named(tag), into: named(into) });
      return answer({ host, tag, into }, `Merged ${tag} into ${into}.`);
    },
  },
  {
    name: 'delete',
    description: 'delete a tag; its guides stay',
    arguments: [TAG],
    examples: ['kb tag delete help.example.com dev'],
    async change({ database, actor, host }, [tag = '']) {
      await deleteTag(database, actor, { host, tag: named(tag) });
      return answer({ host, deleted: tag }, `Deleted ${tag}.`);
    },
  },
]);
