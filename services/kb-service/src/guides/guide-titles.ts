import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A guide in a list of titles. */
export interface GuideTitle {
  slug: string;
  title: string;
}

const listTitles = preparedStatement(new URL('./sql/list-titles.sql', import.meta.url));

/** The published guides among these, in their order. */
export function listGuideTitles(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(listTitles([knowledgeBaseId, ids]));
}
