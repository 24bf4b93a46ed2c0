import { type ListView, listAnswer } from '@guidepost/command-line';
import { InvalidArgumentError } from 'commander';
import { CATEGORY_ICON_NAMES } from '../look/category-icons.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  mergeCategory,
} from '../writing/structure/change-categories.ts';
import {
  listCategoryTree,
  listGuidesInOrder,
  type TreeCategory,
} from '../writing/structure/find-categories.ts';
import { moveCategory, orderGuides } from '../writing/structure/place-categories.ts';
import { answer, type ChangeOptions, createGroup, guideOf, named } from './commands.ts';

interface NameOptions extends ChangeOptions {
  name?: string;
  guides?: string;
  slug?: string;
  parent?: string;
  icon?: string;
}

type MoveOptions = ChangeOptions & { parent?: string; top?: boolean; place?: number };

type DeleteOptions = ChangeOptions & { guidesTo?: string; keepGuides?: boolean };

const CATEGORY = ['<category>', 'the slug of the category'] as const;
const ICON = ['--icon <name>', `its icon: ${CATEGORY_ICON_NAMES.join(', ')}, or none`] as const;
const GUIDES_NAME = ['--guides <name>', 'what a list of its guides is called'] as const;

const CATEGORIES: ListView<TreeCategory> = {
  columns: {
    CATEGORY: ({ slug, depth }) => `${'  '.repeat(depth - 1)}${slug}`,
    NAME: ({ name }) => name,
    GUIDES: ({ guides, published_guides }) => `${published_guides}/${guides}`,
    VISIBLE: ({ visible }) => (visible ? 'yes' : 'no'),
  },
  none: 'There are no categories.',
  full: true,
};

function iconOf(typed: string | undefined): string | undefined {
  return typed === 'none' ? '' : typed;
}

/** `kb category` */
export const addCategory = createGroup('category', [
  {
    name: 'list',
    description: 'list categories as a tree, with published/all guides',
    examples: ['kb category list help.example.com'],
    read: async ({ database, host }) => listAnswer(await listCategoryTree(database, { host }), CATEGORIES),
  },
  {
    name: 'create',
    description: 'create a category, last among its siblings',
    arguments: [['<name>', 'the name that readers see']],
    examples: ['kb category create help.example.com "Getting started" --parent install'],
    addOptions: (command) =>
      command
        .option(...GUIDES_NAME)
        .option(...ICON)
        .option('--slug <slug>', 'its slug (default: made from the name)')
        .option('--parent <category>', 'the slug of the category above it'),
    async change({ database, actor, host }, [name = ''], { guides, slug, parent, icon }: NameOptions) {
      const above = parent ? named(parent) : undefined;
      const values = { host, name, multipleGuidesName: guides, slug, parent: above, icon: iconOf(icon) };
      const created = await createCategory(database, actor, values);
      return answer({ host, ...created }, `Created the category ${created.slug}.`);
    },
  },
  {
    name: 'change',
    description: 'change the names or the slug of a category',
    arguments: [CATEGORY],
    examples: ['kb category change help.example.com install --name "Set up" --icon tools'],
    addOptions: (command) =>
      command
        .option('--name <name>', 'the name that readers see')
        .option(...GUIDES_NAME)
        .option(...ICON)
        .option('--slug <slug>', 'its slug'),
    async change({ database, actor, host }, [category = ''], { name, guides, slug, icon }: NameOptions) {
      const values = {
        host,
        category: named(category),
        name,
        multipleGuidesName: guides,
        slug,
        icon: iconOf(icon),
      };
      const changed = await changeCategory(database, actor, values);
      return answer({ host, changed }, changed ? 'Changed the category.' : 'The category already is so.');
    },
  },
  {
    name: 'move',
    description: 'move a category with everything below it',
    arguments: [CATEGORY],
    examples: ['kb category move help.example.com linux --parent install --place 1'],
    addOptions: (command) =>
      command
        .option('--parent <category>', 'the slug of the category above it')
        .option('--top', 'to the top of the tree')
        .option('--place <number>', 'its place among its siblings, from 1 (default: the last)', parsePlace),
    async change({ database, actor, host }, [category = ''], { parent, top, place }: MoveOptions) {
      const above = top ? null : parent === undefined ? undefined : named(parent);
      const move = { host, category: named(category), parent: above, place };
      const changed = await moveCategory(database, actor, move);
      return answer({ host, changed }, changed ? `Moved ${category}.` : `${category} already is there.`);
    },
  },
  {
    name: 'order',
    description: 'order the guides of a category; others follow',
    arguments: [CATEGORY, ['<slugs...>', 'the slugs of the guides, in order']],
    examples: ['kb category order help.example.com install before-you-start linux'],
    async change({ database, actor, host }, [category = '', ...slugs]) {
      const guideIds = await Promise.all(slugs.map((slug) => guideOf(database, host, slug)));
      await orderGuides(database, actor, { host, category: named(category), guideIds });
      const order = await listGuidesInOrder(database, { host, category: named(category) });
      const now = order.map(({ slug }) => slug);
      return answer({ host, category, guides: now }, now.join('\n'));
    },
  },
  {
    name: 'merge',
    description: 'move the guides and subcategories of a category to another one, and delete it',
    arguments: [CATEGORY, ['<into>', 'the slug of the other category']],
    examples: ['kb category merge help.example.com billing payments'],
    async change({ database, actor, host }, [category = '', into = '']) {
      await mergeCategory(database, actor, { host, category: named(category), into: named(into) });
      return answer({ host, category, into }, `Merged ${category} into ${into}.`);
    },
  },
  {
    name: 'delete',
    description: 'delete a category',
    arguments: [CATEGORY],
    examples: ['kb category delete help.example.com old --guides-to archive'],
    addOptions: (command) =>
      command
        .option('--guides-to <category>', 'the slug of the category to which its guides go')
        .option('--keep-guides', 'keep its guides, without this category'),
    async change({ database, actor, host }, [category = ''], { guidesTo, keepGuides }: DeleteOptions) {
      const to = guidesTo === undefined ? (keepGuides ? null : undefined) : named(guidesTo);
      await deleteCategory(database, actor, { host, category: named(category), guidesTo: to });
      return answer({ host, deleted: category }, `Deleted ${category}.`);
    },
  },
]);

function parsePlace(value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value) - 1;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
