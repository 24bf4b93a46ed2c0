import { fileURLToPath } from 'node:url';
import type { HttpError, Representation } from '@guidepost/http';
import { Eta } from 'eta';
import type { PublicSite } from '../page.ts';
import { pageHeaders } from '../page-headers.ts';
import { addSharedTemplates, type PageLooks, templateName } from '../represent-page.ts';

export interface ServicePage {
  status?: number;
  /** A path below the templates without extension; rendered inside `@service-layout`. */
  template: string;
  content: object;
}

export interface ServicePages {
  represent(page: ServicePage): Representation;
  representError(error: HttpError): Representation;
}

const ACCENT = '#2456c8';

export function createServicePages({
  templates,
  assets,
}: Pick<PageLooks<PublicSite>, 'templates' | 'assets'>): ServicePages {
  const eta = addSharedTemplates(new Eta({ views: fileURLToPath(templates), cache: true }));

  function represent({ status = 200, template, content }: ServicePage): Representation {
    const body = eta.render(templateName(template), { ...content, assets: assets.addresses(ACCENT) });
    return { status, headers: pageHeaders(), body };
  }

  return {
    represent,
    representError({ status, headers, message }) {
      const page = represent({ status, template: '@service-error', content: { status, message } });
      return { ...page, headers: { ...page.headers, ...headers } };
    },
  };
}
