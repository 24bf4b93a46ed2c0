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
  // Everything that the picture shows is in its address.
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...securityHeaders({ policy: { sandbox: [], 'frame-ancestors': "'none'" } }),
  'Content-Type': 'image/svg+xml; charset=utf-8',
};

/** Pictures of posters, drawn from their addresses alone: no forum is looked up, and no poster. */
export function avatarRoutes(): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });
  resource<AvatarPath>('/avatar/:slug/:user/:file', {
    get: async ({ params }) => avatarOf(params),
  });
  return router;
}

type AvatarPath = Record<'slug' | 'user' | 'file', string>;

/** @throws AppError `not-found` for what is in no `gravatar_image` */
function avatarOf({ slug, user, file }: AvatarPath): Representation {
  const userId = parseId(user);
  const initials = file.slice(0, -ENDING.length);
  if (!isForumSlug(slug) || userId === undefined || !file.endsWith(ENDING) || !areInitials(initials)) {
    throw new AppError('not-found', 'There is no such picture.');
  }
  return { status: 200, headers: HEADERS, body: drawAvatar(userId, initials) };
}
