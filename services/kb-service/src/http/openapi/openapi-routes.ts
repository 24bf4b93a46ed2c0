import { referenceRoutes } from '@guidepost/openapi';
import type { Router } from 'express';
import { answerPreflight, COMMON_HEADERS } from '../json-api/headers.ts';
import type { MountedApi } from '../reading/endpoint.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { referenceOptions } from './reference-options.ts';

export function openApiRoutes(apis: readonly MountedApi[]): Router {
  const describe = () => {
    const document = createOpenApiDocument(apis);
    return { document, page: referenceOptions(document) };
  };
  return referenceRoutes(describe, { headers: COMMON_HEADERS, preflight: answerPreflight });
}
