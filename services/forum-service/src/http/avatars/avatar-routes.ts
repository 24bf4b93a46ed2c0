import { createRouter, parseId, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import { isForumSlug } from '../../model/forum.ts';
import { areInitials } from '../../model/initials.ts';
import { answerPreflight, COMMON_HEADERS } from '../headers.ts';
import { drawAvatar } from './draw-avatar.ts';

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
