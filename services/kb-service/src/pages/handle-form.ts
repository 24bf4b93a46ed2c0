import type { IncomingMessage } from 'node:http';
import { type Representation, readForm } from '@guidepost/http';
import { leadTo } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { PageCall, PageForm } from './page.ts';

const MAX_FORM_BYTES = 10_000;

/**
 * Refuses forms that other sites submit, according to the browser. There are no cookies, so this only prevents
 * unintended votes.
 */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Forms of other sites are refused.');
}

/** Handles a form and redirects, so that reloading does not submit it again. */
export async function handleForm(
  { post }: PageForm,
  call: PageCall,
  request: IncomingMessage,
): Promise<Representation> {
  const form = await readForm(request, MAX_FORM_BYTES);
  if (form.first('key') !== undefined) throw new AppError('invalid', 'Forms do not accept access keys.');
  const { seeOther } = await post({ ...call, form });
  return leadTo(303, seeOther);
}
