import { createTokenBuckets } from '@guidepost/access';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { Guide } from './guide.ts';

/** How often a guide answered what someone was about to ask. */
export interface HelpfulGuide extends Pick<Guide, 'address' | 'title'> {
  times: number;
}

/** Counts guides by forum and day, and nothing about people. */
export interface HelpCounts {
  /** Once a day for each client, forum and guide, as far as this instance remembers. */
  count(help: { forumId: number; guide: Guide; client: string }): Promise<void>;
}

const countHelp = preparedStatement(new URL('./sql/count-help.sql', import.meta.url));
const list = preparedStatement(new URL('./sql/list-helpful-guides.sql', import.meta.url));

const ONCE_A_DAY = { name: 'guide help', points: 1, seconds: 86_400 };

export function createHelpCounts(database: Database): HelpCounts {
  const seen = createTokenBuckets(ONCE_A_DAY);
  return {
    async count({ forumId, guide: { address, title }, client }) {
      if (!seen.take(`${forumId}:${address}:${client}`).allowed) return;
      await database.none(countHelp([forumId, address, title]));
    },
  };
}

/** The guides that helped most. @param request `since` counts from the beginning of its day, UTC */
export function listHelpfulGuides(
  executor: Executor,
  { forumId, since, limit }: { forumId: number; since?: Date | undefined; limit: number },
): Promise<HelpfulGuide[]> {
  return executor.any<HelpfulGuide>(list([forumId, since ?? null, limit]));
}
