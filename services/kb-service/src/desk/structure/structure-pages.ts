import { pathId, type View } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import { createCategoryAt } from '../../writing/structure/change-and-place-category.ts';
import { listCategoryTree, type TreeCategory } from '../../writing/structure/find-categories.ts';
import { moveCategory } from '../../writing/structure/place-categories.ts';
import { createTag, listCountedTags } from '../../writing/structure/tags.ts';
import { sameInLanguages, sourceLanguage } from '../desk-languages.ts';
import { actorOf, guideErrorsOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { addressPages } from './address-pages.ts';
import { addressAfterMove, categoryPages } from './category-pages.ts';
import { synonymPages } from './synonym-pages.ts';
import { tagPages } from './tag-pages.ts';

interface NestedCategory extends TreeCategory {
  children: NestedCategory[];
  /** Its place among its siblings, from 0. */
  place: number;
  isLast: boolean;
}

const STRUCTURE_ROLES = ['owner', 'editor'] as const;

/** Categories as a tree, tags, synonyms, and old addresses. In further languages only names and synonyms change. */
export function structurePages(context: Pick<Context, 'database' | 'guideSearch'>): Record<string, KbPage> {
  const { database } = context;

  async function structure(call: KbCall, content: object = {}): Promise<View> {
    const { key: host } = call.tenant;
    const [categories, tags] = await Promise.all([
      listCategoryTree(database, { host }),
      listCountedTags(database, { host }),
    ]);
    return {
      template: 'structure/structure',
      title: call.phrasing.words.structure,
      section: 'structure',
      content: {
        tree: nestCategories(categories),
        categories,
        tags,
        source: sourceLanguage(call),
        languages: sameInLanguages(call, '/structure'),
        wrong: {},
        name: '',
        parent: undefined,
        problem: undefined,
        moved: call.query.first('moved'),
        ...content,
      },
    };
  }

  return {
    '/structure': {
      roles: STRUCTURE_ROLES,
      purpose: 'category change',
      read: (call) => structure(call),
    },
    '/structure/categories': {
      roles: STRUCTURE_ROLES,
      purpose: 'category change',
      async post({ form, ...call }) {
        const name = form.first('name') ?? '';
        const parent = Number(form.first('parent')) || null;
        try {
          await createCategoryAt(database, actorOf(call), { host: call.tenant.key, name, parent });
        } catch (error) {
          const wrong = { name: Object.values(guideErrorsOf(error, call.phrasing))[0] };
          return { ...(await structure(call, { wrong, name, parent })), status: 422 };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeCategorySaved' };
      },
    },
    '/structure/categories/:category/move': {
      roles: STRUCTURE_ROLES,
      purpose: 'category change',
      async post({ form, ...call }) {
        const id = pathId(call.path, 'category');
        const parent = form.first('parent');
        const from = form.first('from');
        const place = Number(form.first('place'));
        const move = {
          host: call.tenant.key,
          category: { id },
          ...(parent !== undefined && { parent: Number(parent) ? { id: Number(parent) } : null }),
          place,
        };
        try {
          await moveCategory(database, actorOf(call), move);
        } catch (error) {
          const [problem] = Object.values(guideErrorsOf(error, call.phrasing));
          return { ...(await structure(call, { problem })), status: 422 };
        }
        const arrow = from === undefined ? '' : `${id}:${place < Number(from) ? -1 : 1}`;
        const seeOther = addressAfterMove(`${call.base}/structure`, arrow);
        return { seeOther, notice: 'noticeOrderChanged' };
      },
    },
    '/structure/tags': {
      roles: STRUCTURE_ROLES,
      purpose: 'category change',
      async post({ form, ...call }) {
        const name = form.first('name') ?? '';
        try {
          await createTag(database, actorOf(call), { host: call.tenant.key, name });
        } catch (error) {
          const wrong = { tag: Object.values(guideErrorsOf(error, call.phrasing))[0] };
          const shown = { wrong, tagName: name };
          return { ...(await structure(call, shown)), status: 422 };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeTagSaved' };
      },
    },
    ...categoryPages({ database }),
    ...tagPages({ database }),
    ...addressPages(context),
    ...synonymPages({ database }),
  };
}

function nestCategories(
  categories: readonly TreeCategory[],
  parentId: number | null = null,
): NestedCategory[] {
  const siblings = categories.filter(({ parent_id }) => parent_id === parentId);
  return siblings.map((category, place) => ({
    ...category,
    place,
    isLast: place === siblings.length - 1,
    children: nestCategories(categories, category.id),
  }));
}
