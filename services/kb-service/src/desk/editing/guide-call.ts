import { pathId } from '@guidepost/desk';
import type { KbCall } from '../kb-tenant.ts';

/** A request about one guide. */
export interface GuideCall extends KbCall {
  guideId: number;
  /** The address of its editing page. */
  here: string;
}

export function guideCallOf(call: KbCall): GuideCall {
  const guideId = pathId(call.path, 'guide');
  return { ...call, guideId, here: `${call.base}/guides/${guideId}` };
}
