import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { GuideTitle } from '../guides/guide-titles.ts';

/** How many are named. */
const MOST = 5;

const list = preparedStatement(new URL('./sql/list-most-helpful.sql', import.meta.url));

/** The guides that helped best; none before the first vote for one. */
export function listMostHelpful(executor: Executor, knowledgeBaseId: number): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(list([knowledgeBaseId, MOST]));
}
