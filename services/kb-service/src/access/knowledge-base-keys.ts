import { createKeyRing, type KeyRing, type LiveKey } from '@guidepost/http';
import { type Database, type KeyUse, preparedStatement } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));

/** The access keys that open the knowledge bases of this service. */
export function createKnowledgeBaseKeys(database: Database, use: KeyUse): KeyRing<KnowledgeBase> {
  return createKeyRing({
    readLiveKeys: ({ id }) => database.any<LiveKey>(findLiveKeys([id])),
    onUse: ({ id: tenantId }, id) => use.note({ tenantId, id }),
  });
}
