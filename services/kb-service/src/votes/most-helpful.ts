import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A guide in a list of titles. */
export interface NamedGuide {
  slug: string;
  title: string;
}

/** How many are named. */
const MOST = 5;

const list = preparedStatement(new URL('./sql/list-most-helpful.sql', import.meta.url));

/** The guides that helped best; none while nobody has voted for any. */
export function listMostHelpful(executor: Executor, knowledgeBaseId: number): Promise<NamedGuide[]> {
  return executor.any<NamedGuide>(list([knowledgeBaseId, MOST]));
}
