import { createKeyRing, type KeyRing, type LiveKey } from '@guidepost/http';
import { type Database, type KeyUse, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));

/**
 * Whether a knowledge base may be read. What is wrong with a key is not said: whoever guesses learns nothing.
 *
 * @param keyId the access key that the request carries, when it is a valid one
 * @throws AppError `disabled` or `unauthorized`
 */
export function judgeAccess({ access, host }: KnowledgeBase, keyId: number | undefined): void {
  if (access === 'disabled') throw new AppError('disabled', `Access to ${host} is switched off.`);
  if (access === 'key' && keyId === undefined) {
    throw new AppError(
      'unauthorized',
      `${host} is read with an access key: "Authorization: Bearer <access key>".`,
      { source: { header: 'Authorization' } },
    );
  }
}

/** The access keys that open the knowledge bases of this service. */
export function createKnowledgeBaseKeys(database: Database, use: KeyUse): KeyRing<KnowledgeBase> {
  return createKeyRing({
    readLiveKeys: ({ id }) => database.any<LiveKey>(findLiveKeys([id])),
    onUse: ({ id: tenantId }, id) => use.note({ tenantId, id }),
  });
}
