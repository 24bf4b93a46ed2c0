import { createRouter, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Router } from 'express';
import { areInitials } from '../model/addresses.ts';
import { isForumSlug } from '../model/forum.ts';
import { answerPreflight, COMMON_HEADERS } from './headers.ts';

/** Dark enough for white letters at every hue: contrast above 4.5:1 (WCAG 2.2). */
const SATURATION_AND_LIGHTNESS = '45%, 30%';

/** Degrees: consecutive ids get distant hues, and 360 of them differ. */
const HUE_STEP = 137;

const ENDING = '.svg';

const HEADERS = {
  ...COMMON_HEADERS,
  // The address determines the picture.
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...securityHeaders({ policy: { sandbox: [], 'frame-ancestors': "'none'" } }),
  'Content-Type': 'image/svg+xml; charset=utf-8',
};

/** Avatars are drawn from their addresses alone, without a database lookup. */
export function avatarRoutes(): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });
  resource<AvatarPath>('/avatar/:slug/:user/:file', {
    get: async ({ params }) => avatarOf(params),
  });
  return router;
}

type AvatarPath = Record<'slug' | 'user' | 'file', string>;

/** @throws AppError `not-found` for an address not used in `gravatar_image` */
function avatarOf({ slug, user, file }: AvatarPath): Representation {
  const userId = parseId(user);
  const initials = file.slice(0, -ENDING.length);
  if (!isForumSlug(slug) || userId === undefined || !file.endsWith(ENDING) || !areInitials(initials)) {
    throw new AppError('not-found', 'There is no such avatar.');
  }
  return { status: 200, headers: HEADERS, body: drawAvatar(userId, initials) };
}

export function avatarColour(userId: number): string {
  return `hsl(${((userId % 360) * HUE_STEP) % 360}, ${SATURATION_AND_LIGHTNESS})`;
}

/** @param initials letters and digits only, so no escaping: see `areInitials` */
function drawAvatar(userId: number, initials: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
<rect width="80" height="80" fill="${avatarColour(userId)}"/>
<text x="40" y="40" fill="#fff" font-family="sans-serif" font-size="32" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}
