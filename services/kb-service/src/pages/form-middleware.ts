import { readForm, sendRepresentation } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import type { PageCall, PageForm } from './page.ts';

const LARGEST_FORM = 10_000;

/**
 * Refuses what a browser says that another site has made it send. Nothing here goes by cookies, so no harm would come
 * of it but votes that nobody meant to cast.
 */
export const refuseOtherSites: RequestHandler = ({ headers }, _response, next) => {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Forms are sent from the pages that they stand on.');
  next();
};

/** Does what a form is sent for, and leads on to a page that can be read again without sending it again. */
export function takeForm({ post }: PageForm, callOf: (request: Request, response: Response) => PageCall) {
  return async (request: Request, response: Response): Promise<void> => {
    const call = callOf(request, response);
    const form = await readForm(request, LARGEST_FORM);
    if (form.first('key') !== undefined) throw new AppError('invalid', 'No form takes an access key.');
    const { seeOther } = await post({ ...call, form, request });
    sendRepresentation(request, response, leadTo(303, seeOther));
  };
}
