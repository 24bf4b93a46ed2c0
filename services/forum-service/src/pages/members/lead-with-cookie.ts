import type { Representation } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { PERSONAL_CACHING } from '../represent-page.ts';

/** @param cookie a `Set-Cookie` header */
export function leadWithCookie(path: string, cookie: string): Representation {
  const answer = leadTo(303, path);
  return { ...answer, headers: { ...answer.headers, ...PERSONAL_CACHING, 'Set-Cookie': cookie } };
}
