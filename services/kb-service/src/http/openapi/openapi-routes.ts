import {
  type MemberRow,
  memberRows,
  type OpenApiDocument,
  type ReferenceOptions,
  type ResourceView,
  referenceRoutes,
} from '@guidepost/openapi';
import type { Router } from 'express';
import { ERRORS } from '../json-api/error-answer.ts';
import { answerPreflight, COMMON_HEADERS, MEDIA_TYPE } from '../json-api/headers.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES } from '../json-api/resource-types.ts';
import type { MountedApi } from '../reading/endpoint.ts';
import { ERROR_DESCRIPTIONS } from './error-descriptions.ts';
import { DESCRIBED_KINDS, statusOf } from './error-responses.ts';
import { createOpenApiDocument } from './openapi-document.ts';

export function openApiRoutes(apis: readonly MountedApi[]): Router {
  const describe = () => {
    const document = createOpenApiDocument(apis);
    return { document, page: referenceOptions(document) };
  };
  return referenceRoutes(describe, { headers: COMMON_HEADERS, preflight: answerPreflight });
}

function referenceOptions(document: OpenApiDocument): ReferenceOptions {
  return {
    origin: { variable: 'KB', example: 'http://127.0.0.1:4010' },
    accept: MEDIA_TYPE,
    resources: {
      title: 'Resources',
      introduction: 'Every resource has `type`, `id`, `attributes`, `relationships` and `links`.',
      list: resourceViews(document),
    },
    errors: {
      introduction:
        'Error responses have `jsonapi` and `errors`. Programs should use `code`; `detail` is for people.',
      list: DESCRIBED_KINDS.map((kind) => ({
        status: statusOf(kind),
        code: ERRORS[kind][0],
        description: ERROR_DESCRIPTIONS[kind].description,
      })),
    },
  };
}

function resourceViews({ components }: OpenApiDocument): ResourceView[] {
  return Object.entries(components.schemas)
    .filter(([, { properties }]) => properties?.attributes)
    .map(([name, { properties }]) => ({
      name,
      type: String(properties.type.const),
      parts: [
        { title: 'Attributes', rows: memberRows(properties.attributes) },
        { title: 'Relationships', rows: relationshipRows(properties.type.const) },
        { title: 'Links', rows: memberRows(properties.links) },
      ],
    }));
}

function relationshipRows(type: unknown): MemberRow[] {
  const name = RESOURCE_TYPE_NAMES.find((one) => one === type);
  const relationships = name ? RESOURCE_TYPES[name].relationships : {};
  return Object.entries(relationships).map(([relationship, { type: target, many }]) => ({
    name: relationship,
    type: many ? `list of ${target}` : target,
    description: '',
  }));
}
