import type { RevisionWatch } from './revisions.ts';

export interface TenantDirectory<Tenant> {
  /** The tenant of this name, or undefined. */
  find(name: string): Promise<Tenant | undefined>;
  /**
   * Tells of a change to what a tenant holds that left the tenant itself as it was, such as something that was posted.
   * Where no other change lies between, what is kept of the tenant is still right and need not be read again.
   */
  advance(name: string, revision: number): void;
}

/**
 * Keeps the tenants that are asked for in memory, each as long as its revision is the latest that this instance has
 * heard of; while it hears nothing, every request asks the database. Names that nobody has are not kept, so nobody can
 * fill the memory with them.
 *
 * @param read asks the database, unless a tenant cannot have that name at all
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
