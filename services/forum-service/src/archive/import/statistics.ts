import type { Executor } from '@guidepost/postgres';

/**
 * Without fresh statistics PostgreSQL takes a new forum for empty and scans all of it for each dialog. Autovacuum notices
 * after a minute, or not at all beside much larger forums.
 */
const ANALYZE = 'analyze (skip_locked) posters, dialogs, topic_counts, comments, votes, tags, dialog_tags';

const GROWTH = 4;

export interface Statistics {
  /** Call after each batch; after the first, and whenever there are four times as many lines, analyzes while the import goes on. */
  grow(lines: number): void;
  /** Waits for it. @throws what it failed with */
  finish(): Promise<void>;
}

export function createStatistics(database: Executor): Statistics {
  let lines = 0;
  let analyzed = 0;
  let isAnalyzing = false;
  let analysis = Promise.resolve();

  async function analyze(): Promise<void> {
    isAnalyzing = true;
    analyzed = lines;
    await database.tx('analyze', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      await transaction.none(ANALYZE);
    });
    isAnalyzing = false;
  }

  return {
    grow(more) {
      lines += more;
      if (isAnalyzing || lines < GROWTH * analyzed) return;
      analysis = analyze();
      // `finish` throws it.
      analysis.catch(() => {});
    },
    finish: () => analysis,
  };
}
