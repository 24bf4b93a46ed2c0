import { AppError } from '@guidepost/service-kit';
import type { FieldsRequest } from './validate-fields.ts';

/**
 * A form field hidden from people, so that only bots fill it in. Not called `website` or `url`, which browsers autofill
 * and other sites' forms use.
 */
export const HONEYPOT = 'your_homepage';

type Sent = Pick<FieldsRequest, 'submission' | 'accessKeyId'>;

/** Whether a bot filled in a form. Requests with a key are exempt. */
export function fillsHoneypot({ submission: { fields, fromProgram }, accessKeyId }: Sent): boolean {
  return !fromProgram && accessKeyId === undefined && (fields.get(HONEYPOT) ?? '') !== '';
}

/** For posts that cannot be held for review. @throws AppError `forbidden` */
export function refuseBots(sent: Sent): void {
  if (fillsHoneypot(sent)) throw new AppError('forbidden', 'This form was filled in by a bot.');
}
