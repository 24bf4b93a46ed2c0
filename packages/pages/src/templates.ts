import { readFileSync } from 'node:fs';
import type { Eta } from 'eta';

/** A day by the reader's clock. */
export const DAY_TEMPLATE = new URL('./layout/day.eta', import.meta.url);

/** Shared templates by name, which services include with an @. */
const SHARED = {
  '@layout': './layout/layout.eta',
  '@day': DAY_TEMPLATE.href,
  '@breadcrumbs': './breadcrumbs/breadcrumbs.eta',
  '@pager': './pager/pager.eta',
  '@suggestions': './suggestions/suggestions.eta',
  '@search-results': './search/results.eta',
  '@search-empty': './search/empty.eta',
  '@excerpt': './search/excerpt.eta',
  '@marked': './search/marked.eta',
  '@error': './errors/error.eta',
  '@service-layout': './service-pages/service-layout.eta',
  '@service-error': './service-pages/service-error.eta',
};

export function addSharedTemplates(eta: Eta): Eta {
  for (const [name, path] of Object.entries(SHARED)) {
    eta.loadTemplate(name, readFileSync(new URL(path, import.meta.url), 'utf8'));
  }
  return eta;
}

export function templateName(template: string): string {
  return template.startsWith('@') ? template : `./${template}`;
}
