import { type Executor, sql } from '@guidepost/postgres';
import { mapInSlices } from '@guidepost/service-kit';
import { type PostText, readableText } from '../rendering/render-post-text.ts';

/** Per dialog, and characters per comment: enough to show why a dialog was found. */
const MAX_COMMENTS = 50;
const MAX_READ = 2_000;

const listNewestComments = sql`
  -- The beginnings of the newest $3 visible comments of each dialog.
  select d.id as dialog_id, (
    select coalesce(json_agg(n), '[]')
    from (
      select left(c.text, $4) as text, c.markdown
      from comments c
      where c.forum_id = $1 and c.dialog_id = d.id and not c.held
      order by c.pub_date desc, c.id desc
      limit $3
    ) n
  ) as comments
  from unnest($2::bigint[]) as d (id)
`;

export async function readNewestComments(
  executor: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (dialogIds.length === 0) return new Map();
  const values = [forumId, dialogIds, MAX_COMMENTS, MAX_READ];
  const rows = await executor.any<{ dialog_id: number; comments: PostText[] }>(listNewestComments(values));
  const texts = rows.map(
    async ({ dialog_id, comments }) => [dialog_id, await mapInSlices(comments, readableText)] as const,
  );
  return new Map(await Promise.all(texts));
}
