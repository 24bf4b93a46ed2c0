import { memberRows, type ReferenceOptions, referenceRoutes } from '@guidepost/openapi';
import type { Router } from 'express';
import type { Routes } from '../endpoint.ts';
import { answerPreflight, COMMON_HEADERS } from '../headers.ts';
import { DESCRIBED_KINDS, ERROR_DESCRIPTIONS, statusOf } from './error-responses.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';

const REFERENCE_OPTIONS: ReferenceOptions = {
  origin: { variable: 'FORUM', example: 'http://127.0.0.1:4020' },
  resources: {
    title: 'Records',
    introduction: 'JSON and XML have the same fields. Times are in UTC, addresses are absolute.',
    list: Object.entries(RECORD_SCHEMAS).map(([name, schema]) => ({
      name,
      parts: [{ title: 'Fields', rows: memberRows(schema) }],
    })),
  },
  errors: {
    introduction:
      'A short plain text, whatever the format; validation messages as JSON, by parameter or field.',
    list: DESCRIBED_KINDS.map((kind) => ({
      status: statusOf(kind),
      description: ERROR_DESCRIPTIONS[kind].description,
    })),
  },
};

export function openApiRoutes(routes: Routes): Router {
  const describe = () => ({ document: createOpenApiDocument(routes), page: REFERENCE_OPTIONS });
  return referenceRoutes(describe, { headers: COMMON_HEADERS, preflight: answerPreflight });
}
