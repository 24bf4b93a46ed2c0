import { type Executor, sql } from '@guidepost/postgres';

const remove = sql`
  delete from tags t
  where t.forum_id = $1 and t.id = any($2::bigint[])
    and not exists (select from dialog_tags x where x.forum_id = $1 and x.tag_id = t.id)
`;

export async function deleteUnusedTags(
  transaction: Executor,
  forumId: number,
  tagIds: readonly number[],
): Promise<void> {
  await transaction.none(remove([forumId, tagIds]));
}
