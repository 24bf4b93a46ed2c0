import { basename } from 'node:path';
import { type ListView, listAnswer, minuteOf, type OutputOptions, withOutput } from '@guidepost/command-line';
import { readSourceFile } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { moveGuides, tagGuides } from '../writing/arrange-guides.ts';
import { type FormerAddress, forgetAddress, listFormerAddresses } from '../writing/former-addresses.ts';
import { uploadImage } from '../writing/upload-image.ts';
import { collectWords, hostCommand } from './arguments.ts';
import { addChange, answer, type ChangeOptions, guideOf, named } from './change.ts';
import { runCommand } from './run-command.ts';

const GUIDES = ['<slugs...>', 'the slugs of the guides; if one does not exist, nothing changes'] as const;

const FORMER: ListView<FormerAddress> = {
  columns: {
    FORMER: ({ slug }) => slug,
    GUIDE: ({ present_slug }) => present_slug,
    'SINCE (UTC)': ({ left_at }) => minuteOf(left_at),
  },
  none: 'There are no former slugs.',
  full: true,
};

/** `kb guide move`, `tag`, `former`, `forget` and `image`. */
export function addGuideChanges(group: Command): void {
  for (const add of [addMove, addTag, addFormer, addForget, addImage]) add(group);
}

function addMove(group: Command): void {
  addChange<ChangeOptions & { to: string; from?: string }>(group, {
    name: 'move',
    description: 'move guides and their drafts to the end of a category',
    arguments: [GUIDES],
    example: 'linux windows --to install',
    prepare: (command) =>
      command
        .requiredOption('--to <category>', 'the slug of the category')
        .option('--from <category>', 'leave only this category (default: all)'),
    async change({ database, actor, host }, slugs, { to, from }) {
      const move = { host, slugs, to: named(to), from: from ? named(from) : undefined };
      const moved = await moveGuides(database, actor, move);
      return answer({ host, moved }, `Moved ${moved.length} guides to ${to}.`);
    },
  });
}

function addTag(group: Command): void {
  addChange<ChangeOptions & { add?: string[]; remove?: string[] }>(group, {
    name: 'tag',
    description: 'add tags to guides and their drafts, and remove others',
    arguments: [GUIDES],
    example: 'linux windows --add New --remove Beta',
    prepare: (command) =>
      command
        .option('--add <name>', 'a tag to add; can be repeated', collectWords)
        .option('--remove <name>', 'a tag to remove; can be repeated', collectWords),
    async change({ database, actor, host }, slugs, { add, remove }) {
      const tagged = await tagGuides(database, actor, { host, slugs, add, remove });
      return answer({ host, tagged }, `Tagged ${tagged.length} guides.`);
    },
  });
}

function addFormer(group: Command): void {
  const command = hostCommand(group, 'former', 'list former slugs, which redirect');
  withOutput(command, 'kb guide former help.example.com').action((host: string, options: OutputOptions) =>
    runCommand(options, async ({ database }) =>
      listAnswer(await listFormerAddresses(database, { host }), FORMER),
    ),
  );
}

function addForget(group: Command): void {
  addChange(group, {
    name: 'forget',
    description: 'remove a former slug, which then no longer redirects',
    arguments: [['<slug>', 'the former slug']],
    example: 'old-address',
    async change({ database, actor, host }, [slug = '']) {
      await forgetAddress(database, actor, { host, slug });
      return answer({ host, forgotten: slug }, `${slug} leads nowhere now.`);
    },
  });
}

function addImage(group: Command): void {
  addChange(group, {
    name: 'image',
    description: 'upload an image for the content of a guide, and print its address',
    arguments: [
      ['<slug>', 'the slug of the guide'],
      ['<file>', 'a PNG, JPEG, GIF, WebP or AVIF file up to 10 MB'],
    ],
    example: 'install step-1.png',
    async change({ database, actor, host }, [slug = '', file = '']) {
      const guideId = await guideOf(database, host, slug);
      const upload = { host, guideId, name: basename(file), bytes: await readSourceFile(file, file) };
      const image = await uploadImage(database, actor, upload);
      return answer({ host, ...image }, image.src);
    },
  });
}
