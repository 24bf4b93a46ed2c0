import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

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
