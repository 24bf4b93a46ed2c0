import { readFileSync } from 'node:fs';
import type { Eta } from 'eta';

/** What templates of services include by the names that follow an @. */
const SHARED = {
  '@layout': './layout/layout.eta',
  '@breadcrumbs': './breadcrumbs/breadcrumbs.eta',
  '@pager': './pager/pager.eta',
  '@service-layout': './service-pages/service-layout.eta',
  '@service-error': './service-pages/service-error.eta',
};

export function addSharedTemplates(eta: Eta): Eta {
  for (const [name, path] of Object.entries(SHARED)) {
    eta.loadTemplate(name, readFileSync(new URL(path, import.meta.url), 'utf8'));
  }
  return eta;
}
