import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';

export interface UsedKey {
  knowledgeBaseId: number;
  id: number;
}

/** Remembers when keys were used last, apart from the requests that use them. */
export interface KeyUse {
  note(key: UsedKey): void;
  /** Writes what was noted since the last time; a failure is logged, and nothing else comes of it. */
  flush(): Promise<void>;
}

const FLUSH_INTERVAL = 60_000;

const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));

/** One statement a minute for all keys, and none while no key is used. */
export function createKeyUse(database: Database, logger: Logger): KeyUse {
  const pending = new Map<string, UsedKey & { at: Date }>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...pending.values()];
    pending.clear();
    if (uses.length === 0) return;
    const columns = [
      uses.map((use) => use.knowledgeBaseId),
      uses.map((use) => use.id),
      uses.map((use) => use.at),
    ];
    try {
      await database.none(updateLastUse(columns));
    } catch (error) {
      logger.warn({ err: error }, 'the last use of access keys was not written');
    }
  }

  return {
    note(key) {
      pending.set(`${key.knowledgeBaseId}:${key.id}`, { ...key, at: new Date() });
      timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL).unref();
    },
    flush,
  };
}
