import { type ListView, listAnswer, type OutputOptions, withOutput } from '@guidepost/command-line';
import type { Command } from 'commander';
import {
  type CountedTag,
  createTag,
  deleteTag,
  listCountedTags,
  mergeTag,
  renameTag,
} from '../writing/tags.ts';
import { hostCommand } from './arguments.ts';
import { addChange, answer, type ChangeOptions, named } from './change.ts';
import { runCommand } from './run-command.ts';

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
export function addTag(program: Command): void {
  const group = program.command('tag');
  for (const add of [addList, addCreate, addRename, addMerge, addDelete]) add(group);
}

function addList(group: Command): void {
  const command = hostCommand(group, 'list', 'list tags by name, with published/all guides');
  withOutput(command, 'kb tag list help.example.com').action((host: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) => listAnswer(await listCountedTags(database, { host }), TAGS)),
  );
}

function addCreate(group: Command): void {
  addChange(group, {
    name: 'create',
    description: 'create a tag',
    arguments: [['<name>', 'the name that readers see']],
    example: '"For developers"',
    async change({ database, actor, host }, [name = '']) {
      const created = await createTag(database, actor, { host, name });
      return answer({ host, ...created }, `Created the tag ${created.slug}.`);
    },
  });
}

function addRename(group: Command): void {
  addChange<ChangeOptions & { slug?: string }>(group, {
    name: 'rename',
    description: 'change the name of a tag',
    arguments: [TAG, ['<name>', 'the new name']],
    example: 'dev "For developers" --slug for-developers',
    prepare: (command) => command.option('--slug <slug>', 'its new slug (default: unchanged)'),
    async change({ database, actor, host }, [tag = '', name = ''], { slug }) {
      const changed = await renameTag(database, actor, { host, tag: named(tag), name, slug });
      return answer({ host, changed }, changed ? `Renamed ${tag}.` : `${tag} already has this name.`);
    },
  });
}

function addMerge(group: Command): void {
  addChange(group, {
    name: 'merge',
    description: 'replace a tag with another one, and delete it',
    arguments: [TAG, ['<into>', 'the slug of the other tag']],
    example: 'dev for-developers',
    async change({ database, actor, host }, [tag = '', into = '']) {
      await mergeTag(database, actor, { host, tag: named(tag), into: named(into) });
      return answer({ host, tag, into }, `Merged ${tag} into ${into}.`);
    },
  });
}

function addDelete(group: Command): void {
  addChange(group, {
    name: 'delete',
    description: 'delete a tag; its guides stay',
    arguments: [TAG],
    example: 'dev',
    async change({ database, actor, host }, [tag = '']) {
      await deleteTag(database, actor, { host, tag: named(tag) });
      return answer({ host, deleted: tag }, `Deleted ${tag}.`);
    },
  });
}
