import { type Done, fieldErrorsOf, pathId, requireConfirmation, type View } from '@guidepost/desk';
import { createPager } from '@guidepost/pages';
import { AppError, isStoredId, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import { type DeletedGuide, findDeleted, listDeleted } from '../../writing/deleted/deleted-guides.ts';
import { purgeGuides } from '../../writing/deleted/purge-guides.ts';
import { restoreGuides } from '../../writing/deleted/restore-guides.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

const PAGE_SIZE = 25;

/** After guides, or translations of them, have been deleted: the way back. */
export function afterDeletion(
  { base, tenant }: Pick<KbCall, 'base' | 'tenant'>,
  { ids, seeOther }: { ids: readonly number[]; seeOther: string },
): Done {
  if (ids.length === 0) return { seeOther };
  const undo = { action: `${base}/deleted`, fields: { guides: ids.join(' ') } };
  const [one, several] = isEdition(tenant.knowledgeBase)
    ? (['noticeTranslationDeleted', 'noticeTranslationsDeleted'] as const)
    : (['noticeDeleted', 'noticeGuidesDeleted'] as const);
  return { seeOther, notice: ids.length === 1 ? one : several, undo };
}

/** Guides that can still be restored, and their permanent deletion, which their name confirms. */
export function deletedPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, wrong: Readonly<Record<string, string>> = {}): Promise<View> {
    const guide = await requireDeleted(call);
    return {
      template: 'deleted/deleted-guide',
      title: guide.title,
      section: 'guides',
      content: { guide, name: nameOf(guide), here: `${call.base}/deleted/${guide.id}`, wrong },
    };
  }

  async function requireDeleted({ tenant, path }: KbCall): Promise<DeletedGuide> {
    const guideId = pathId(path, 'deleted');
    const guide = await findDeleted(database, { knowledgeBaseId: tenant.knowledgeBase.id, guideId });
    if (!guide) throw new AppError('not-found', 'There is no such deleted guide.');
    return guide;
  }

  return {
    '/deleted': {
      roles: ROLES,
      purpose: 'guide restore',
      async read({ base, tenant, query, phrasing }) {
        const number = parseId(query.first('page') ?? '') ?? 1;
        const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
        const { guides, total } = await listDeleted(database, {
          knowledgeBaseId: tenant.knowledgeBase.id,
          ...slice,
        });
        const pager = createPager(`${base}/deleted`, { number, pages: Math.ceil(total / PAGE_SIZE) });
        const title = phrasing.words.deletedGuides;
        return { template: 'deleted/deleted', title, section: 'guides', content: { guides, pager } };
      },
      async post(call) {
        const ids = (call.form.first('guides') ?? '').split(' ').map(Number).filter(isStoredId);
        const restored = await restoreGuides(database, actorOf(call), { host: call.tenant.key, ids });
        const isElsewhere = restored.some(({ former }) => former !== undefined);
        const [only, ...others] = restored;
        return {
          seeOther: `${call.base}/guides${only && others.length === 0 ? `/${only.id}` : ''}`,
          notice: isElsewhere ? 'noticeRestoredElsewhere' : 'noticeUndeleted',
        };
      },
    },
    '/deleted/:deleted': {
      roles: ROLES,
      purpose: 'guide restore',
      read: (call) => show(call),
      async post(call) {
        const guide = await requireDeleted(call);
        try {
          requireConfirmation(call, nameOf(guide));
        } catch (error) {
          return { ...(await show(call, fieldErrorsOf(error))), status: 422 };
        }
        await purgeGuides(database, actorOf(call), { host: call.tenant.key, ids: [guide.id] });
        return { seeOther: `${call.base}/deleted`, notice: 'noticePurged' };
      },
    },
  };
}

function nameOf({ title, slug }: DeletedGuide): string {
  return title.trim() || slug;
}
