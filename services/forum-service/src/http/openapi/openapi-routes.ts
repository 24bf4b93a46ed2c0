import { referenceRoutes } from '@guidepost/openapi';
import type { Router } from 'express';
import type { Routes } from '../endpoint.ts';
import { answerPreflight, COMMON_HEADERS } from '../headers.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { REFERENCE_OPTIONS } from './reference-options.ts';

export function openApiRoutes(routes: Routes): Router {
  const describe = () => ({ document: createOpenApiDocument(routes), page: REFERENCE_OPTIONS });
  return referenceRoutes(describe, { headers: COMMON_HEADERS, preflight: answerPreflight });
}
