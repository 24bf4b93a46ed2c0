import { type BoundStatement, type Database, sql } from '@guidepost/postgres';

export const RATE_LIMIT_TABLE = 'rate_limits';

export interface RateLimitStore {
  client: { query(statement: BoundStatement): Promise<{ rows: unknown[] }> };
  removeExpired(): Promise<void>;
  /** Reports other failures, such as a hash that cannot be computed. */
  noticeFailure(error: unknown): void;
}

const deleteExpired = sql`
  -- Expired windows; $1 is an instance's clock in milliseconds, as rate-limiter-flexible writes it.
  delete from rate_limits where expire < $1
`;

/** Stores limits in the database and reports when it becomes unreachable and reachable again. */
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
