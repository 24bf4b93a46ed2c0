import { noSuchPage } from '@guidepost/pages';
import type { RequestHandler } from 'express';
import type { Context } from '../context.ts';
import type { ShowError } from '../http/represent-failure.ts';
import { representError } from './errors/error-page.ts';
import { servicePages } from './service/service-pages.ts';
import { siteOf } from './site.ts';

/** Says that errors are for people to read, wherever in a request they come up. */
export const showErrorsToPeople: RequestHandler = (_request, response, next) => {
  response.locals.showError = servicePages.representError;
  next();
};

/** Leaves the site for whoever comes after, and says how its errors look. */
export function judgeSite(context: Pick<Context, 'forums' | 'config' | 'database'>): RequestHandler {
  const { forums, config } = context;
  return async (request, response, next) => {
    const forum = await forums.find(String(request.params.slug));
    if (!forum) throw noSuchPage();
    const site = siteOf(forum, config.PUBLIC_URL);
    const showError: ShowError = (error) => representError(context, site, error);
    Object.assign(response.locals, { site, showError });
    next();
  };
}
