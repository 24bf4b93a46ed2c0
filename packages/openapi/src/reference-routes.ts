import {
  createRouter,
  type HeaderFields,
  type Representation,
  type ResourceOptions,
  resourcesOn,
} from '@guidepost/http';
import { once } from '@guidepost/service-kit';
import type { Router } from 'express';
import type { OpenApiDocument } from './document.ts';
import type { ReferenceOptions } from './reference/reference-options.ts';
import { referencePage } from './reference/reference-page.ts';

/** A service's document, and what its page shows beside it. */
export interface Described {
  document: OpenApiDocument;
  page: ReferenceOptions;
}

export interface ReferenceRoutesOptions extends Pick<ResourceOptions, 'preflight'> {
  headers: HeaderFields;
}

/**
 * `/openapi.json` and `/docs`; they ignore `Accept` and need no key. Each is rendered once, when it is first requested:
 * both would take a third of a second of each start.
 */
export function referenceRoutes(
  describe: () => Described,
  { headers, preflight }: ReferenceRoutesOptions,
): Router {
  const described = once(async () => describe());
  const router = createRouter();
  const resource = resourcesOn(router, { preflight });
  const common = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' };
  const serve = (path: string, render: (described: Described) => Representation) =>
    resource(path, { get: once(async () => render(await described())) });
  serve('/openapi.json', ({ document }) => ({
    status: 200,
    headers: { ...common, 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  }));
  serve('/docs', ({ document, page }) => {
    const { html, headers: security } = referencePage(document, page);
    return {
      status: 200,
      headers: { ...common, 'Content-Type': 'text/html; charset=utf-8', ...security },
      body: html,
    };
  });
  return router;
}
