import type { RevisionWatch } from './revisions.ts';

export interface TenantDirectory<Tenant> {
  find(name: string): Promise<Tenant | undefined>;
  /**
   * Records a change to a tenant's content, such as a post, that left the tenant itself unchanged. Without another
   * change in between, the cached tenant stays valid.
   */
  advance(name: string, revision: number): void;
}

/**
 * Caches tenants while their revision is the latest known to this instance; while not listening, every request asks the
 * database. Unknown names are not cached, so they cannot fill the memory.
 * @param read asks the database, unless no tenant can have that name
 */
export function createTenantDirectory<Tenant extends { id: number; revision: number }>(
  read: (name: string) => Promise<Tenant | undefined>,
  revisions: Pick<RevisionWatch, 'isCurrent'>,
): TenantDirectory<Tenant> {
  const byName = new Map<string, Tenant>();

  return {
    async find(name) {
      const kept = byName.get(name);
      if (kept && revisions.isCurrent(kept.id, kept.revision)) return kept;
      byName.delete(name);
      const found = await read(name);
      if (found) byName.set(name, found);
      return found;
    },
    advance(name, revision) {
      const kept = byName.get(name);
      if (kept?.revision === revision - 1) kept.revision = revision;
    },
  };
}
