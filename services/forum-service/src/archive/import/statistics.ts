import type { Executor } from '@guidepost/postgres';

/**
 * Without fresh statistics PostgreSQL takes a new forum for empty and scans all of it for each dialog. Autovacuum notices
 * after a minute, or not at all beside much larger forums.
 */
const ANALYZE = 'analyze (skip_locked) posters, dialogs, topic_counts, comments, votes, tags, dialog_tags';

export interface Statistics {
  /** Call after each batch; analyzes whenever the number of lines has doubled. */
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
