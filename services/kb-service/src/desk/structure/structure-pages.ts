import { fieldErrorsOf, pathId, type View } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import { listCategoryTree } from '../../structure/categories.ts';
import { createCategory } from '../../structure/change-categories.ts';
import { forgetAddress, listFormerAddresses } from '../../structure/former-addresses.ts';
import { moveCategory } from '../../structure/place-categories.ts';
import { createTag, listCountedTags } from '../../structure/tags.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { categoryPages } from './category-pages.ts';
import { nestCategories } from './nest-categories.ts';
import { tagPages } from './tag-pages.ts';

const STRUCTURE_ROLES = ['owner', 'editor'] as const;

/** Categories as a tree, tags, and the former addresses of guides. */
export function structurePages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function structure(call: KbCall, content: object = {}): Promise<View> {
    const { key: host } = call.tenant;
    const [categories, tags, formerAddresses] = await Promise.all([
      listCategoryTree(database, { host }),
      listCountedTags(database, { host }),
      listFormerAddresses(database, { host }),
    ]);
    return {
      template: 'structure/structure',
      title: call.phrasing.words.structure,
      section: 'structure',
      content: {
        tree: nestCategories(categories),
        categories,
        tags,
        formerAddresses,
        wrong: {},
        name: '',
        ...content,
      },
    };
  }

  return {
    '/structure': {
      roles: STRUCTURE_ROLES,
      read: (call) => structure(call),
    },
    '/structure/categories': {
      roles: STRUCTURE_ROLES,
      async post({ form, ...call }) {
        const name = form.first('name') ?? '';
        const parent = Number(form.first('parent')) || undefined;
        const category = { host: call.tenant.key, name, parent: parent ? { id: parent } : undefined };
        try {
          await createCategory(database, actorOf(call), category);
        } catch (error) {
          const wrong = fieldErrorsOf(error);
          return {
            ...(await structure(call, { wrong: { name: Object.values(wrong)[0] }, name })),
            status: 422,
          };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeCategorySaved' };
      },
    },
    '/structure/categories/:category/move': {
      roles: STRUCTURE_ROLES,
      async post({ form, ...call }) {
        const parent = form.first('parent');
        await moveCategory(database, actorOf(call), {
          host: call.tenant.key,
          category: { id: pathId(call.path, 'category') },
          ...(parent !== undefined && { parent: Number(parent) ? { id: Number(parent) } : null }),
          place: Number(form.first('place')),
        });
        return { seeOther: `${call.base}/structure`, notice: 'noticeOrderChanged' };
      },
    },
    '/structure/tags': {
      roles: STRUCTURE_ROLES,
      async post({ form, ...call }) {
        const name = form.first('name') ?? '';
        try {
          await createTag(database, actorOf(call), { host: call.tenant.key, name });
        } catch (error) {
          const wrong = fieldErrorsOf(error);
          const shown = { wrong: { tag: Object.values(wrong)[0] }, tagName: name };
          return { ...(await structure(call, shown)), status: 422 };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeTagSaved' };
      },
    },
    '/structure/addresses': {
      roles: STRUCTURE_ROLES,
      async post({ form, ...call }) {
        const slug = form.first('slug') ?? '';
        await forgetAddress(database, actorOf(call), { host: call.tenant.key, slug });
        return { seeOther: `${call.base}/structure`, notice: 'noticeFormerRemoved' };
      },
    },
    ...categoryPages({ database }),
    ...tagPages({ database }),
  };
}
