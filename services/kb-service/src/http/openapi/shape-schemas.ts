import { closedObject } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { Mount } from '../json-api/mount.ts';

export interface ShapeSchemas {
  /** A prefix that keeps the schemas and operations of mounts apart. */
  prefix: string;
  suffix: string;
  about: string;
  relationship: (linkage: SchemaObject) => SchemaObject;
  /** Whether `fields` also omits relationships. */
  relationshipsAreOptional: boolean;
  /** Whether keys that may write see more. */
  showsEditing: boolean;
  included: (resource: SchemaObject) => SchemaObject;
}

const STRICT: ShapeSchemas = {
  prefix: '',
  suffix: '',
  about:
    'Every request must send exactly `Accept: application/vnd.api+json`. A relationship is `{}` unless it is included, and each element of `included` is an object with the resource in `data`.',
  relationship: (linkage) => ({
    description: '`{}` unless `include` names it.',
    ...closedObject({ data: linkage }, { optional: ['data'] }),
  }),
  relationshipsAreOptional: false,
  showsEditing: false,
  included: (resource) => closedObject({ data: resource }),
};

const STANDARD: ShapeSchemas = {
  prefix: 'Standard',
  suffix: ' (JSON:API 1.1)',
  about:
    'The same resources for JSON:API client libraries, in standard JSON:API 1.1 documents: relationships have a `related` link, `included` contains plain resources, `fields` also restricts relationships, and `Accept` may be missing or a wildcard. Only here, keys that may write can create, change and delete, and see drafts.',
  relationship: (linkage) => ({
    description: 'Has a `related` link unless `include` names it.',
    oneOf: [
      closedObject({ links: closedObject({ related: { type: 'string', format: 'uri-reference' } }) }),
      closedObject({ data: linkage }),
    ],
  }),
  relationshipsAreOptional: true,
  showsEditing: true,
  included: (resource) => resource,
};

export function shapeSchemas({ shape }: Mount): ShapeSchemas {
  return shape.version === '1.0' ? STRICT : STANDARD;
}
