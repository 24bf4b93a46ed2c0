import { AppError } from '@guidepost/service-kit';
import type { KbCall } from '../kb-tenant.ts';

/** A request about one guide. */
export interface GuideCall extends KbCall {
  guideId: number;
  /** The address of its editing page. */
  here: string;
}

export function guideCallOf(call: KbCall): GuideCall {
  const guideId = Number(call.path.guide);
  if (!Number.isSafeInteger(guideId) || guideId < 1) {
    throw new AppError('not-found', 'There is nothing at this address.');
  }
  return { ...call, guideId, here: `${call.base}/guides/${guideId}` };
}
