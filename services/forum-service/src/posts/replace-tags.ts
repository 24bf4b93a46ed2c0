import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import { foldTagName } from '../model/tag.ts';
import { changeTogether } from '../tenants/change-together.ts';
import { findDialog } from './dialogs.ts';
import { type Tagging, tagDialog, untagDialog } from './tag-dialog.ts';

/** Gives a dialog these tags and no others. @throws AppError `not-found`, `forbidden` */
export async function replaceTags(
  database: Executor,
  { actor }: { actor: Actor },
  { forum: { id: forumId, slug }, dialogId, tags }: Tagging & { forum: Pick<Forum, 'id' | 'slug'> },
): Promise<void> {
  const wanted = new Set(tags.map(foldTagName));
  await changeTogether(database, slug, [
    async (executor) => {
      const dialog = await findDialog(executor, { forumId, id: dialogId, keyed: true });
      const others = (dialog?.tags ?? [])
        .map(({ name }) => name)
        .filter((name) => !wanted.has(foldTagName(name)));
      const moderation = { slug, actor, action: 'tag remove' } as const;
      if (others.length > 0) await untagDialog(executor, moderation, { dialogId, tags: others });
    },
    async (executor) => {
      const moderation = { slug, actor, action: 'tag add' } as const;
      if (tags.length > 0) await tagDialog(executor, moderation, { dialogId, tags });
    },
  ]);
}
