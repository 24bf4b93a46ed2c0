import type { BoundStatement, Database } from '@guidepost/postgres';
import { AppError, type Logger } from '@guidepost/service-kit';
import { findByHash, hashAccessKey, type LiveKey } from './access-key.ts';

interface UsedKey {
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
type UpdateLastUse = (columns: [ownerIds: number[], ids: number[], times: Date[]]) => BoundStatement;

interface KeyUseOptions {
  database: Database;
  logger: Logger;
  updateLastUse: UpdateLastUse;
}

const FLUSH_INTERVAL = 60_000;

/** Checks access keys against a tenant. */
export interface KeyRing<Tenant extends object, Key extends LiveKey = LiveKey> {
  /**
   * The id of a valid key; undefined for an unknown or revoked one, or another tenant's (S16), or when none was sent.
   */
  find(tenant: Tenant, key: string | undefined): Promise<number | undefined>;
  /** The same with all that the service reads of a key. */
  findKey(tenant: Tenant, key: string | undefined): Promise<Key | undefined>;
  /**
   * The same where a key that was sent must be valid, though none is needed.
   * @throws AppError `unauthorized` for one that is unknown, revoked, cut short or another tenant's
   */
  requireSent(tenant: Tenant, key: string | undefined): Promise<Key | undefined>;
  /** Writes the last uses of keys; a failure is only logged. */
  flush(): Promise<void>;
}

export interface KeyRingOptions<Tenant extends object> {
  database: Database;
  logger: Logger;
  ownerOf: (tenant: Tenant) => number;
  /** Selects an owner's {@link LiveKey} rows, with further columns if the service needs them. */
  findLiveKeys: (values: [ownerId: number]) => BoundStatement;
  updateLastUse: UpdateLastUse;
}

/**
 * Caches a tenant's live keys by tenant object: creating or revoking a key raises the revision, which replaces that
 * object. Without revision updates, keys are read for each request.
 */
export function createKeyRing<Tenant extends object, Key extends LiveKey = LiveKey>(
  options: KeyRingOptions<Tenant>,
): KeyRing<Tenant, Key> {
  const { database, ownerOf, findLiveKeys } = options;
  const kept = new WeakMap<Tenant, Key[]>();
  const use = createKeyUse(options);

  async function liveKeys(tenant: Tenant): Promise<Key[]> {
    const known = kept.get(tenant);
    if (known) return known;
    const keys = await database.any<Key>(findLiveKeys([ownerOf(tenant)]));
    kept.set(tenant, keys);
    return keys;
  }

  async function findKey(tenant: Tenant, key: string | undefined): Promise<Key | undefined> {
    if (key === undefined) return undefined;
    const found = findByHash(await liveKeys(tenant), hashAccessKey(key));
    if (found) use.note({ ownerId: ownerOf(tenant), id: found.id });
    return found;
  }

  return {
    find: async (tenant, key) => (await findKey(tenant, key))?.id,
    findKey,
    async requireSent(tenant, key) {
      const found = await findKey(tenant, key);
      if (key !== undefined && !found) throw new AppError('unauthorized', 'Invalid access key.');
      return found;
    },
    flush: use.flush,
  };
}

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
