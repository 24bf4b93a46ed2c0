import { type ListOptions, withListOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type HelpfulGuide, listHelpfulGuides } from '../knowledge-base/helpful-guides.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { addListCommand } from './lists.ts';

/** `forum guides` */
export function addGuides(program: Command): void {
  const group = program.command('guides');
  addListCommand<HelpfulGuide, ListOptions>(group, {
    description: 'list guides that people marked as their answer, the most helpful first',
    examples: ['forum guides list example', 'forum guides list example --since 30d'],
    prepare: withListOptions,
    async read(database, slug, { since, limit }) {
      const { id: forumId } = await requireForum(database, slug);
      return listHelpfulGuides(database, { forumId, since, limit });
    },
    columns: {
      TIMES: ({ times }) => times,
      TITLE: ({ title }) => title,
      ADDRESS: ({ address }) => address,
    },
    none: 'No guides have helped anyone yet.',
  });
}
