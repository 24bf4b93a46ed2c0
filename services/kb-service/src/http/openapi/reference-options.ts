import {
  type MemberRow,
  memberRows,
  type OpenApiDocument,
  type ReferenceOptions,
  type ResourceView,
} from '@guidepost/openapi';
import { ERRORS } from '../json-api/error-answer.ts';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES } from '../json-api/resource-types.ts';
import { ERROR_DESCRIPTIONS } from './error-descriptions.ts';
import { DESCRIBED_KINDS, statusOf } from './error-responses.ts';

export function referenceOptions(document: OpenApiDocument): ReferenceOptions {
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
