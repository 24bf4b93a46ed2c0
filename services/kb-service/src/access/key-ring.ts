import { findByHash, hashAccessKey, readBearerKey } from '@guidepost/http';
import { type Database, type KeyUse, preparedStatement } from '@guidepost/postgres';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

/** The access keys that open the knowledge bases of this service. */
export interface KeyRing {
  /** The id of the key in an `Authorization` header; undefined when it opens nothing here, for whatever reason. */
  find(knowledgeBase: KnowledgeBase, authorization: string | undefined): Promise<number | undefined>;
}

interface LiveKey {
  id: number;
  hash: Buffer;
}

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));

/**
 * Keeps a knowledge base's live keys for as long as the directory keeps that knowledge base itself, whose revision
 * every new and every revoked key raises. So a revoked key stays behind when this instance hears of the change,
 * and while it hears nothing the keys are read for each request.
 */
export function createKeyRing(database: Database, use: KeyUse): KeyRing {
  const kept = new WeakMap<KnowledgeBase, LiveKey[]>();

  async function liveKeys(knowledgeBase: KnowledgeBase): Promise<LiveKey[]> {
    const known = kept.get(knowledgeBase);
    if (known) return known;
    const keys = await database.any<LiveKey>(findLiveKeys([knowledgeBase.id]));
    kept.set(knowledgeBase, keys);
    return keys;
  }

  return {
    async find(knowledgeBase, authorization) {
      const key = readBearerKey(authorization);
      if (key === undefined) return undefined;
      const found = findByHash(await liveKeys(knowledgeBase), hashAccessKey(key));
      if (found) use.note({ tenantId: knowledgeBase.id, id: found.id });
      return found?.id;
    },
  };
}
