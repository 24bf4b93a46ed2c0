import {
  createRouter,
  type HeaderFields,
  type Representation,
  type ResourceOptions,
  resourcesOn,
} from '@guidepost/http';
import type { Router } from 'express';
import type { OpenApiDocument } from './document.ts';
import type { ReferenceOptions } from './reference/reference-options.ts';
import { referencePage } from './reference/reference-page.ts';

export interface ReferenceRoutesOptions extends Pick<ResourceOptions, 'preflight'> {
  headers: HeaderFields;
  page: ReferenceOptions;
}

/** `/openapi.json` and `/docs`, rendered once; they ignore `Accept` and need no key. */
export function referenceRoutes(
  document: OpenApiDocument,
  { headers, preflight, page }: ReferenceRoutesOptions,
): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight });
  const common = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' };
  const serve = (path: string, representation: Representation) =>
    resource(path, { get: async () => representation });
  const { html, headers: security } = referencePage(document, page);
  serve('/openapi.json', {
    status: 200,
    headers: { ...common, 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  });
  serve('/docs', {
    status: 200,
    headers: {
      ...common,
      'Content-Type': 'text/html; charset=utf-8',
      ...security,
    },
    body: html,
  });
  return router;
}
