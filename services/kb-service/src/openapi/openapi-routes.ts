import { createRouter, type Representation, resourcesOn, sendRepresentation } from '@guidepost/http';
import type { Router } from 'express';
import { answerPreflight, COMMON_HEADERS } from '../json-api/headers.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referencePage } from './reference/reference-page.ts';

const HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' };

/** `/openapi.json` and `/docs`, made once; free of `Accept`. */
export function openApiRoutes(document: OpenApiDocument): Router {
  const router = createRouter();
  const resource = resourcesOn(router, {
    judges: [],
    preflight: answerPreflight,
  });
  const serve = (path: string, representation: Representation) =>
    resource(path, { get: [(request, response) => sendRepresentation(request, response, representation)] });
  const { html, contentSecurityPolicy } = referencePage(document);
  serve('/openapi.json', {
    status: 200,
    headers: { ...HEADERS, 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
  });
  serve('/docs', {
    status: 200,
    headers: {
      ...HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
    },
    body: html,
  });
  return router;
}
