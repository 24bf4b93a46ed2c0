import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/**
 * Checks that a request may read a knowledge base. Errors do not reveal why a key is invalid.
 * @param keyId the access key of the request, if it is valid
 * @throws AppError `disabled` or `unauthorized`
 */
export function checkAccess({ access, host }: KnowledgeBase, keyId: number | undefined): void {
  if (access === 'disabled') throw new AppError('disabled', `Access to ${host} is disabled.`);
  if (access === 'key' && keyId === undefined) {
    throw new AppError(
      'unauthorized',
      `${host} requires an access key: send "Authorization: Bearer <access key>".`,
      { source: { header: 'Authorization' } },
    );
  }
}
