import { hashAccessKey } from './access-key.ts';
import { findByHash } from './find-by-hash.ts';

/** The access keys that open the tenants of a service. */
export interface KeyRing<Tenant extends object> {
  /** The id of the key that was sent, if one was; undefined when it opens nothing here, for whatever reason. */
  find(tenant: Tenant, key: string | undefined): Promise<number | undefined>;
}

export interface LiveKey {
  readonly id: number;
  readonly hash: Buffer;
}

export interface KeyRingOptions<Tenant extends object> {
  readonly readLiveKeys: (tenant: Tenant) => Promise<LiveKey[]>;
  /** Hears of each key that was used. */
  readonly onUse: (tenant: Tenant, keyId: number) => void;
}

/**
 * Keeps a tenant's live keys for as long as the service keeps that tenant itself, whose revision every new and every
 * revoked key raises. So a revoked key stays behind when this instance hears of the change, and while it hears nothing
 * the keys are read for each request.
 */
export function createKeyRing<Tenant extends object>({
  readLiveKeys,
  onUse,
}: KeyRingOptions<Tenant>): KeyRing<Tenant> {
  const kept = new WeakMap<Tenant, LiveKey[]>();

  async function liveKeys(tenant: Tenant): Promise<LiveKey[]> {
    const known = kept.get(tenant);
    if (known) return known;
    const keys = await readLiveKeys(tenant);
    kept.set(tenant, keys);
    return keys;
  }

  return {
    async find(tenant, key) {
      if (key === undefined) return undefined;
      const found = findByHash(await liveKeys(tenant), hashAccessKey(key));
      if (found) onUse(tenant, found.id);
      return found?.id;
    },
  };
}
