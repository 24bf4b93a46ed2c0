import { AppError } from '@guidepost/service-kit';
import type { FieldsRequest } from './read-fields.ts';

/**
 * A field of forms that people do not see, so that whoever fills it in is a program. Not `website` or `url`, which browsers
 * fill in for people and forms of other sites have.
 */
export const HONEYPOT = 'your_homepage';

type Sent = Pick<FieldsRequest, 'submission' | 'accessKeyId'>;

/** Whether a form was filled in by a program. Whoever has a key may be one. */
export function isBaited({ submission: { fields, fromProgram }, accessKeyId }: Sent): boolean {
  return !fromProgram && accessKeyId === undefined && (fields.get(HONEYPOT) ?? '') !== '';
}

/**
 * For what cannot be held until an editor has seen it.
 * @throws AppError `forbidden`
 */
export function refuseBaited(sent: Sent): void {
  if (isBaited(sent)) throw new AppError('forbidden', 'This form was filled in by a program.');
}
