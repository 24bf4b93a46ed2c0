import { fileURLToPath } from 'node:url';
import type { HttpError, Representation } from '@guidepost/http';
import { Eta } from 'eta';
import { assetAddresses } from '../pages/assets/assets.ts';
import { pageHeaders } from '../pages/page-headers.ts';

/** A page of the service itself, which belongs to no knowledge base and speaks English. */
interface ServicePage {
  status?: number;
  template: 'front-page' | 'service-error';
  content: object;
}

/** The service's own; knowledge bases have theirs. */
const ACCENT = '#2456c8';

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

export function representServicePage({ status = 200, template, content }: ServicePage): Representation {
  const body = templates.render(`./${template}`, { ...content, assets: assetAddresses(ACCENT) });
  return { status, headers: pageHeaders(), body };
}

/** An error where no site is known that could say it in its own words. */
export async function representServiceError({
  status,
  headers,
  message,
}: HttpError): Promise<Representation> {
  const page = representServicePage({ status, template: 'service-error', content: { status, message } });
  return { ...page, headers: { ...page.headers, ...headers } };
}
