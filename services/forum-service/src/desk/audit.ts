import type { ShownChange } from '@guidepost/desk';
import { listAuditEntries } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { ForumCall } from './forum-tenant.ts';

/** The changes of a forum, for the page that lists them. */
export function forumAudit({ database }: Pick<Context, 'database'>) {
  return async (
    { tenant, base, phrasing }: ForumCall,
    { limit, before }: { limit: number; before: number | undefined },
  ): Promise<ShownChange[]> => {
    const entries = await listAuditEntries(database, {
      slug: tenant.key,
      forumId: tenant.forum.id,
      since: undefined,
      before,
      limit,
    });
    return entries.map(({ dialog_id, comment_id, ...stored }) => {
      const entry = { ...stored, by: stored.door === 'page' ? phrasing.words.theAuthor : stored.by };
      if (dialog_id === null) return entry;
      const { dialog, comment } = phrasing.words;
      const name = comment_id === null ? `${dialog} ${dialog_id}` : `${comment} ${comment_id}`;
      return { ...entry, subject: { name, address: `${base}/dialogs/${dialog_id}` } };
    });
  };
}
