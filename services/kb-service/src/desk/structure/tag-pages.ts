import {
  type Done,
  type FormCall,
  fieldErrorsOf,
  pathId,
  requireConfirmation,
  type View,
} from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { deleteTag, listCountedTags, mergeTag, renameTag } from '../../writing/structure/tags.ts';
import { sameInLanguages, sourceLanguage } from '../desk-languages.ts';
import { actorOf, guideErrorsOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

/** One tag: its name, and its end. */
export function tagPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function tag(call: KbCall, content: object = {}): Promise<View> {
    const tags = await listCountedTags(database, { host: call.tenant.key });
    const present = tags.find(({ id }) => id === pathId(call.path, 'tag'));
    if (!present) throw new AppError('not-found', 'There is no such tag.');
    return {
      template: 'structure/tag',
      title: present.name,
      section: 'structure',
      content: {
        tag: present,
        tags: tags.filter(({ id }) => id !== present.id),
        typed: present,
        source: await sourceOf(call),
        languages: sameInLanguages(call, `/structure/tags/${present.id}`),
        here: `${call.base}/structure/tags/${present.id}`,
        wrong: {},
        ...content,
      },
    };
  }

  /** Its name in the main language, for those who translate it. */
  async function sourceOf(call: KbCall) {
    const language = sourceLanguage(call);
    if (!language) return undefined;
    const tags = await listCountedTags(database, { host: call.tenant.knowledgeBase.main_host });
    const main = tags.find(({ id }) => id === targetOf(call).tag.id);
    return main && { language, name: main.name, more: [] };
  }

  /** Does what ends the tag, if its name was typed. */
  async function confirmed(call: FormCall<KbCall>, end: () => Promise<void>): Promise<View | Done> {
    const tags = await listCountedTags(database, { host: call.tenant.key });
    const name = tags.find(({ id }) => id === targetOf(call).tag.id)?.name ?? '';
    try {
      requireConfirmation(call, name);
    } catch (error) {
      return { ...(await tag(call, { wrong: fieldErrorsOf(error) })), status: 422 };
    }
    await end();
    return { seeOther: `${call.base}/structure`, notice: 'noticeTagDeleted' };
  }

  return {
    '/structure/tags/:tag': {
      roles: ROLES,
      purpose: 'category change',
      read: (call) => tag(call),
      async post({ form, ...call }) {
        const typed = { name: form.first('name') ?? '', slug: form.first('slug') ?? '' };
        try {
          await renameTag(database, actorOf(call), { ...targetOf(call), ...typed });
        } catch (error) {
          return { ...(await tag(call, { typed, wrong: guideErrorsOf(error, call.phrasing) })), status: 422 };
        }
        return { seeOther: `${call.base}/structure`, notice: 'noticeTagSaved' };
      },
    },
    '/structure/tags/:tag/merge': {
      roles: ROLES,
      purpose: 'category change',
      post: (call) =>
        confirmed(call, async () => {
          const into = { id: Number(call.form.first('into')) };
          await mergeTag(database, actorOf(call), { ...targetOf(call), into });
        }),
    },
    '/structure/tags/:tag/delete': {
      roles: ROLES,
      purpose: 'category change',
      post: (call) => confirmed(call, () => deleteTag(database, actorOf(call), targetOf(call))),
    },
  };
}

function targetOf({ tenant, path }: KbCall) {
  return { host: tenant.key, tag: { id: pathId(path, 'tag') } };
}
