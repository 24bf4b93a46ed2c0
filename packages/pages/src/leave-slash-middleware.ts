import { rawQueryString, sendRepresentation } from '@guidepost/http';
import type { RequestHandler } from 'express';
import { leadTo } from './page-headers.ts';

/** Where an address ends in a slash relative links would lead below it: leads to the one without. */
export const leaveSlash: RequestHandler = (request, response, next) => {
  const { path } = request;
  if (path === '/' || !path.endsWith('/')) return next();
  const query = rawQueryString(request.url);
  const location = path.slice(0, -1) + (query && `?${query}`);
  sendRepresentation(request, response, leadTo(301, location));
};
