import { type Executor, isLockTimeout } from '@guidepost/postgres';

/**
 * Without fresh statistics PostgreSQL takes a new forum for empty and scans all of it for each dialog. Autovacuum notices
 * after a minute, or not at all beside much larger forums.
 */
const TABLES = ['posters', 'dialogs', 'topic_counts', 'comments', 'votes', 'tags', 'dialog_tags'];

/** Tables that have been skipped, since autovacuum or another import has them. */
const LIST_SKIPPED = `
  select relname as name from pg_stat_user_tables
  where relid = any($1::text[]::regclass[]) and (last_analyze is null or last_analyze < $2)`;

/** Milliseconds at the end; autovacuum gives a table up after a second. */
const LONGEST_WAIT = 5_000;

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
  let skipped: readonly string[] = [];
  let analysis = Promise.resolve();

  async function analyze(): Promise<void> {
    isAnalyzing = true;
    analyzed = lines;
    skipped = await database.tx('analyze', async (transaction) => {
      const { begun } = await transaction.one<{ begun: Date }>('select clock_timestamp() as begun');
      await transaction.none('set local statement_timeout = 0');
      await transaction.none(`analyze (skip_locked) ${TABLES.join()}`);
      return transaction.map(LIST_SKIPPED, [TABLES, begun], ({ name }) => String(name));
    });
    isAnalyzing = false;
  }

  async function analyzeSkipped(): Promise<void> {
    await database.tx('analyze', async (transaction) => {
      await transaction.none(`set local statement_timeout = 0; set local lock_timeout = ${LONGEST_WAIT}`);
      await transaction.none(`analyze ${skipped.join()}`);
    });
  }

  return {
    grow(more) {
      lines += more;
      if (isAnalyzing || lines < GROWTH * analyzed) return;
      analysis = analyze();
      // `finish` throws it.
      analysis.catch(() => {});
    },
    async finish() {
      await analysis;
      if (skipped.length === 0) return;
      await analyzeSkipped().catch((error) => {
        if (!isLockTimeout(error)) throw error;
      });
    },
  };
}
