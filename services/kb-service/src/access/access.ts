import { AppError } from '@guidepost/service-kit';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

/**
 * Whether a knowledge base may be read. Where a key is needed every request is refused: none can be made yet.
 * @throws AppError `disabled` or `unauthorized`
 */
export function judgeAccess({ access, host }: KnowledgeBase): void {
  if (access === 'disabled') throw new AppError('disabled', `Access to ${host} is switched off.`);
  if (access === 'key') {
    throw new AppError(
      'unauthorized',
      `${host} is read with an access key: "Authorization: Bearer <access key>".`,
    );
  }
}
