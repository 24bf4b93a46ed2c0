import { type Executor, preparedStatement } from '@guidepost/postgres';
import { mapInSlices } from '@guidepost/service-kit';
import { type PostText, readableText } from '../rendering/render-post-text.ts';

/** Per dialog, and characters per comment: enough to show why a dialog was found. */
const MAX_COMMENTS = 50;
const MAX_READ = 2_000;

const listNewestComments = preparedStatement(new URL('./sql/list-newest-comments.sql', import.meta.url));

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
