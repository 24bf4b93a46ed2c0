import { createKeyRing, type KeyRing, type LiveKey } from '@guidepost/http';
import { type Database, type KeyUse, preparedStatement } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));

/** The keys of a forum are those of its account. */
export function createForumKeys(database: Database, use: KeyUse): KeyRing<Forum> {
  return createKeyRing({
    readLiveKeys: ({ account_id }) => database.any<LiveKey>(findLiveKeys([account_id])),
    onUse: ({ account_id: tenantId }, id) => use.note({ tenantId, id }),
  });
}
