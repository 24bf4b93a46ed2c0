import { type BoundStatement, type Database, preparedStatement } from '@guidepost/postgres';

/** The table of all limits of a service; its migrations make it. */
export const RATE_LIMIT_TABLE = 'rate_limits';

export interface RateLimitStore {
  /** What rate-limiter-flexible takes for a connection of pg. */
  client: { query(statement: BoundStatement): Promise<{ rows: unknown[] }> };
  removeExpired(): Promise<void>;
  /** What else keeps a limit from being shared, as a hash that cannot be made. */
  noticeFailure(error: unknown): void;
}

const deleteExpired = preparedStatement(new URL('./sql/delete-expired.sql', import.meta.url));

/** The limits' way to the database, which notices when it is cut and when it is mended. */
export function createRateLimitStore(
  database: Database,
  onChange: ((shared: boolean, error?: unknown) => void) | undefined,
): RateLimitStore {
  let reachable = true;

  function notice(now: boolean, error?: unknown): void {
    if (reachable === now) return;
    reachable = now;
    onChange?.(now, error);
  }

  async function query(statement: BoundStatement): Promise<{ rows: unknown[] }> {
    try {
      const result = await database.result(statement);
      notice(true);
      return result;
    } catch (error) {
      notice(false, error);
      throw error;
    }
  }

  return {
    client: { query },
    async removeExpired() {
      await query(deleteExpired([Date.now()])).catch(() => {});
    },
    noticeFailure: (error) => notice(false, error),
  };
}
