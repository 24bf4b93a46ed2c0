import type { BoundStatement, Database } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';

export interface UsedKey {
  ownerId: number;
  id: number;
}

/** Records when keys were last used, outside of requests. */
export interface KeyUse {
  note(key: UsedKey): void;
  /** Writes the uses since the last flush; a failure is only logged. */
  flush(): Promise<void>;
}

/** Updates the last use of several keys, column by column. */
export type UpdateLastUse = (columns: [ownerIds: number[], ids: number[], times: Date[]]) => BoundStatement;

export interface KeyUseOptions {
  database: Database;
  logger: Logger;
  updateLastUse: UpdateLastUse;
}

const FLUSH_INTERVAL = 60_000;

/** One statement a minute for all keys, none while no key is used. */
export function createKeyUse({ database, logger, updateLastUse }: KeyUseOptions): KeyUse {
  const pending = new Map<string, UsedKey & { at: Date }>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...pending.values()];
    pending.clear();
    if (uses.length === 0) return;
    const ownerIds = uses.map((use) => use.ownerId);
    const ids = uses.map((use) => use.id);
    const times = uses.map((use) => use.at);
    try {
      await database.none(updateLastUse([ownerIds, ids, times]));
    } catch (error) {
      logger.warn({ err: error }, 'could not store the last use of access keys');
    }
  }

  return {
    note(key) {
      pending.set(`${key.ownerId}:${key.id}`, { ...key, at: new Date() });
      timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL).unref();
    },
    flush,
  };
}
