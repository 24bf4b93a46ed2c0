import type { BoundStatement, Database } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { findByHash, hashAccessKey, type LiveKey } from './access-key.ts';
import { createKeyUse, type UpdateLastUse } from './key-use.ts';

/** The access keys that open the tenants of a service. */
export interface KeyRing<Tenant extends object> {
  /** The id of the key that was sent, if one was; undefined when it opens nothing here, for whatever reason. */
  find(tenant: Tenant, key: string | undefined): Promise<number | undefined>;
  /** Writes when keys were last used; a failure is logged, and nothing else comes of it. */
  flush(): Promise<void>;
}

export interface KeyRingOptions<Tenant extends object> {
  database: Database;
  logger: Logger;
  /** The id of whom a tenant's keys belong to. */
  ownerOf: (tenant: Tenant) => number;
  /** Takes an owner's id; returns {@link LiveKey}. */
  findLiveKeys: (values: [ownerId: number]) => BoundStatement;
  updateLastUse: UpdateLastUse;
}

/**
 * Keeps a tenant's live keys for as long as the service keeps that tenant itself, whose revision every new and every
 * revoked key raises. So a revoked key stays behind when this instance hears of the change, and while it hears nothing
 * the keys are read for each request.
 */
export function createKeyRing<Tenant extends object>(options: KeyRingOptions<Tenant>): KeyRing<Tenant> {
  const { database, ownerOf, findLiveKeys } = options;
  const kept = new WeakMap<Tenant, LiveKey[]>();
  const use = createKeyUse(options);

  async function liveKeys(tenant: Tenant): Promise<LiveKey[]> {
    const known = kept.get(tenant);
    if (known) return known;
    const keys = await database.any<LiveKey>(findLiveKeys([ownerOf(tenant)]));
    kept.set(tenant, keys);
    return keys;
  }

  return {
    async find(tenant, key) {
      if (key === undefined) return undefined;
      const found = findByHash(await liveKeys(tenant), hashAccessKey(key));
      if (found) use.note({ ownerId: ownerOf(tenant), id: found.id });
      return found?.id;
    },
    flush: use.flush,
  };
}
