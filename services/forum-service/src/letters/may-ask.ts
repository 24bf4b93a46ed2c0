import { addressBlock } from '@guidepost/http';
import type { RateLimiter } from '@guidepost/http/limits';
import { foldEmail } from '../model/email.ts';

/** Mails a day that anyone can cause: to one address, and from one sender. Undefined without limits. */
export interface AskingLimits {
  email: RateLimiter | undefined;
  sender: RateLimiter | undefined;
}

/** The sender first, so that one who asks too much does not use up what others may ask. */
export async function mayAsk(
  limits: AskingLimits,
  { email, sender }: { email: string; sender: string },
): Promise<boolean> {
  const bySender = await limits.sender?.take(`address:${addressBlock(sender)}`);
  if (bySender?.allowed === false) return false;
  const byEmail = await limits.email?.take(`email:${foldEmail(email)}`);
  return byEmail?.allowed !== false;
}
