import { closedObject } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { Mount } from '../json-api/mount.ts';

/** The schemas of a `DocumentShape`. */
export interface ShapeSchemas {
  /** A prefix that keeps the schemas and operations of mounts apart. */
  prefix: string;
  /** Appended to names of tags. */
  suffix: string;
  /** A paragraph of CommonMark. */
  about: string;
  /** A relationship with or without this linkage. */
  relationship: (linkage: SchemaObject) => SchemaObject;
  /** Whether `fields` also omits relationships. */
  relationshipsAreOptional: boolean;
  /** An element of `included`. */
  included: (resource: SchemaObject) => SchemaObject;
}

const STRICT: ShapeSchemas = {
  prefix: '',
  suffix: '',
  about:
    'Every request carries `Accept: application/vnd.api+json`, exactly so. A relationship is `{}` until `include` asks for it, and each element of `included` is an object whose `data` is the resource.',
  relationship: (linkage) => ({
    description: '`{}` until it is asked for with `include`.',
    ...closedObject({ data: linkage }, { optional: ['data'] }),
  }),
  relationshipsAreOptional: false,
  included: (resource) => closedObject({ data: resource }),
};

const STANDARD: ShapeSchemas = {
  prefix: 'Standard',
  suffix: ' (JSON:API 1.1)',
  about:
    'The same resources for off-the-shelf clients, in documents that follow JSON:API 1.1: relationships lead to their related address, `included` holds plain resources, `fields` restricts relationships, too, and `Accept` may be missing or a wildcard.',
  relationship: (linkage) => ({
    description: 'Leads to what it is about until that is asked for with `include`.',
    oneOf: [
      closedObject({ links: closedObject({ related: { type: 'string', format: 'uri-reference' } }) }),
      closedObject({ data: linkage }),
    ],
  }),
  relationshipsAreOptional: true,
  included: (resource) => resource,
};

export function shapeSchemas({ shape }: Mount): ShapeSchemas {
  return shape.version === '1.0' ? STRICT : STANDARD;
}
