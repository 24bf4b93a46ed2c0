import type { Executor } from '@guidepost/postgres';

/**
 * What lists are read from. Statistics that do not know a forum make them slow: PostgreSQL takes it for empty, and reads all
 * of it for each dialog. It notices after a minute, or not at all while other forums are much larger.
 */
const ANALYZE = 'analyze (skip_locked) posters, dialogs, topic_counts, comments, votes, tags, dialog_tags';

/** Brings statistics up to date as an import goes on. */
export interface Statistics {
  /** To be called after each batch; does something whenever there is twice as much as the last time. */
  grow(lines: number): Promise<void>;
  finish(): Promise<void>;
}

export function createStatistics(database: Executor): Statistics {
  let lines = 0;
  let analyzed = 0;

  async function analyze(): Promise<void> {
    await database.tx('analyze', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      await transaction.none(ANALYZE);
    });
    analyzed = lines;
  }

  return {
    async grow(more) {
      lines += more;
      if (lines >= 2 * analyzed) await analyze();
    },
    async finish() {
      if (lines > analyzed) await analyze();
    },
  };
}
