import type { ShownChange } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import { listAuditEntries } from '../../tenants/audit.ts';
import { actorOf, type ForumCall } from '../forum-tenant.ts';
import { sayDetails } from './said-details.ts';

/** The changes of a forum, for the page that lists them. */
export function forumHistory({ database, staff }: Pick<Context, 'database' | 'staff'>) {
  return async (
    call: ForumCall,
    { limit, before }: { limit: number; before: number | undefined },
  ): Promise<ShownChange[]> => {
    const { tenant, base, phrasing } = call;
    const entries = await listAuditEntries(database, {
      slug: tenant.key,
      forumId: tenant.forum.id,
      since: undefined,
      before,
      limit,
    });
    const actor = { ...actorOf(call), role: call.role, door: 'desk' as const };
    const people = await staff.people.list({ tenantId: tenant.id, actor });
    const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
    return entries.map(({ dialog_id, comment_id, details, ...stored }) => {
      const by = stored.door === 'page' ? phrasing.words.theAuthor : stored.by;
      const entry = { ...stored, by, said: sayDetails(details, { phrasing, names }) };
      if (dialog_id === null) return entry;
      const { dialog, comment } = phrasing.words;
      const name = comment_id === null ? `${dialog} ${dialog_id}` : `${comment} ${comment_id}`;
      return { ...entry, subject: { name, address: `${base}/dialogs/${dialog_id}` } };
    });
  };
}
