import type { IncomingMessage } from 'node:http';
import { type Representation, readForm } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { PageCall, PageForm } from './page.ts';

const LARGEST_FORM = 10_000;

/**
 * Refuses forms that other sites submit, according to the browser. There are no cookies, so this only
 * prevents unintended votes.
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Forms are sent from the pages that they stand on.');
}

/** Handles a form and redirects, so that reloading does not submit it again. */
export async function takeForm(
  { post }: PageForm,
  call: PageCall,
  request: IncomingMessage,
): Promise<Representation> {
  const form = await readForm(request, LARGEST_FORM);
  if (form.first('key') !== undefined) throw new AppError('invalid', 'No form takes an access key.');
  const { seeOther } = await post({ ...call, form, request });
  return leadTo(303, seeOther);
}
