import type { Database, RevisionWatch } from '@guidepost/postgres';
import { findKnowledgeBase } from './find-knowledge-base.ts';
import type { KnowledgeBase } from './knowledge-base.ts';

export interface KnowledgeBaseDirectory {
  /** The knowledge base with this host, as lower-cased by the caller, or undefined. */
  find(host: string): Promise<KnowledgeBase | undefined>;
}

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?$/;

/**
 * Keeps the knowledge bases that are asked for in memory, each as long as its revision is the latest that this
 * instance has heard of; while it hears nothing, every request asks the database. Unknown hosts are not kept,
 * so nobody can fill the memory with them.
 */
export function createKnowledgeBaseDirectory(
  database: Database,
  revisions: Pick<RevisionWatch, 'isCurrent'>,
): KnowledgeBaseDirectory {
  const byHost = new Map<string, KnowledgeBase>();

  return {
    async find(host) {
      const kept = byHost.get(host);
      if (kept && revisions.isCurrent(kept.id, kept.revision)) return kept;
      byHost.delete(host);
      if (!HOST.test(host)) return undefined;
      const found = await findKnowledgeBase(database, host);
      if (!found) return undefined;
      byHost.set(host, found);
      return found;
    },
  };
}
