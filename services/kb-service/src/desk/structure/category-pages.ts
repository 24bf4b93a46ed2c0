import {
  type Done,
  type FormCall,
  fieldErrorsOf,
  pathId,
  requireConfirmation,
  type View,
} from '@guidepost/desk';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { CATEGORY_ICONS } from '../../look/category-icons.ts';
import { changeAndPlaceCategory } from '../../writing/structure/change-and-place-category.ts';
import { deleteCategory, mergeCategory } from '../../writing/structure/change-categories.ts';
import { listCategoryTree, listGuidesInOrder } from '../../writing/structure/find-categories.ts';
import { orderGuides } from '../../writing/structure/place-categories.ts';
import { sameInLanguages, sourceLanguage } from '../desk-languages.ts';
import { actorOf, guideErrorsOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

/** One category: its names, its place, the order of its guides, and its end. */
export function categoryPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function category(call: KbCall, content: object = {}): Promise<View> {
    const target = targetOf(call);
    const categories = await listCategoryTree(database, target);
    const present = categories.find(({ id }) => id === target.category.id);
    if (!present) throw new AppError('not-found', 'There is no such category.');
    const { name, multiple_guides_name: guidesName, slug, description, icon } = present;
    return {
      template: 'structure/category',
      title: name,
      section: 'structure',
      content: {
        category: present,
        categories: categories.filter(({ id }) => id !== present.id),
        guides: await listGuidesInOrder(database, target),
        typed: { name, guidesName, slug, description, icon, parent: present.parent_id },
        icons: CATEGORY_ICONS,
        hasSubcategories: categories.some(({ parent_id }) => parent_id === present.id),
        source: await sourceOf(call),
        languages: sameInLanguages(call, `/structure/categories/${present.id}`),
        here: hereOf(call),
        moved: call.query.first('moved'),
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  /** Its names in the main language, for those who translate them. */
  async function sourceOf(call: KbCall) {
    const language = sourceLanguage(call);
    if (!language) return undefined;
    const categories = await listCategoryTree(database, { host: call.tenant.knowledgeBase.main_host });
    const main = categories.find(({ id }) => id === targetOf(call).category.id);
    return main && { language, name: main.name, more: [main.multiple_guides_name, main.description] };
  }

  /** Does what ends the category, if its name was typed. */
  async function confirmed(call: FormCall<KbCall>, end: () => Promise<void>): Promise<View | Done> {
    const target = targetOf(call);
    const categories = await listCategoryTree(database, target);
    const name = categories.find(({ id }) => id === target.category.id)?.name ?? '';
    try {
      requireConfirmation(call, name);
    } catch (error) {
      return { ...(await category(call, { wrong: fieldErrorsOf(error) })), status: 422 };
    }
    try {
      await end();
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid', 'conflict'].includes(error.kind)) throw error;
      const { parent, subcategories } = call.phrasing.words.guideRules;
      const problem = error.kind === 'conflict' ? subcategories : parent;
      return { ...(await category(call, { problem })), status: 422 };
    }
    return { seeOther: `${call.base}/structure`, notice: 'noticeCategoryDeleted' };
  }

  return {
    '/structure/categories/:category': {
      roles: ROLES,
      purpose: 'category change',
      read: (call) => category(call),
      async post({ form, ...call }) {
        const typed = {
          name: form.first('name') ?? '',
          guidesName: form.first('guidesName') ?? '',
          slug: form.first('slug') ?? '',
          description: form.first('description') ?? '',
          icon: form.first('icon') ?? '',
        };
        const { name, slug } = typed;
        const [description, icon] = [form.first('description'), form.first('icon')];
        const multipleGuidesName = foldWhiteSpace(typed.guidesName) || name;
        const { host, category: edited } = targetOf(call);
        const isMoved = form.first('parent') !== form.first('formerParent');
        const parent = isMoved ? Number(form.first('parent')) || null : undefined;
        const edits = { host, ...edited, name, multipleGuidesName, slug, description, icon, parent };
        try {
          await changeAndPlaceCategory(database, actorOf(call), edits);
        } catch (error) {
          const wrong = guideErrorsOf(error, call.phrasing);
          const shown = { typed: { ...typed, parent: Number(form.first('parent')) }, wrong };
          return { ...(await category(call, shown)), status: 422 };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeCategorySaved' };
      },
    },
    '/structure/categories/:category/guides': {
      roles: ROLES,
      purpose: 'category change',
      async post({ form, ...call }) {
        const guideIds = (form.first('order') ?? '').split(',').map(Number).filter(Boolean);
        const move = form.first('move') ?? '';
        const [moved, by] = move.split(':').map(Number);
        const order = moved ? withMoved(guideIds, moved, by ?? 0) : guideIds;
        await orderGuides(database, actorOf(call), { ...targetOf(call), guideIds: order });
        return { seeOther: addressAfterMove(hereOf(call), move), notice: 'noticeOrderChanged' };
      },
    },
    '/structure/categories/:category/merge': {
      roles: ROLES,
      purpose: 'category change',
      post: (call) =>
        confirmed(call, async () => {
          const into = { id: Number(call.form.first('into')) };
          await mergeCategory(database, actorOf(call), { ...targetOf(call), into });
        }),
    },
    '/structure/categories/:category/delete': {
      roles: ROLES,
      purpose: 'category change',
      post: (call) =>
        confirmed(call, () => deleteCategory(database, actorOf(call), { ...targetOf(call), guidesTo: null })),
    },
  };
}

function targetOf({ tenant, path }: KbCall) {
  return { host: tenant.key, category: { id: pathId(path, 'category') } };
}

function hereOf({ base, path }: KbCall): string {
  return `${base}/structure/categories/${pathId(path, 'category')}`;
}

function withMoved(ids: readonly number[], moved: number, by: number): number[] {
  const place = ids.indexOf(moved);
  if (place === -1) return [...ids];
  return ids.toSpliced(place, 1).toSpliced(Math.max(0, place + by), 0, moved);
}

/**
 * Keeps the focus of the keyboard on the arrow that moved an entry.
 * @param arrow such as `31:-1`, the entry 31 upwards; empty if it was dragged
 */
export function addressAfterMove(address: string, arrow: string): string {
  return arrow === '' ? address : `${address}?${new URLSearchParams({ moved: arrow })}`;
}
