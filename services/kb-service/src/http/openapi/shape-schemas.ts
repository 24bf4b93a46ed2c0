import { closedObject } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { Mount } from '../json-api/mount.ts';

/** How a mount's documents differ from another's, in schemas; what `DocumentShape` is for documents. */
export interface ShapeSchemas {
  /** Stands before the names of schemas and operations, so that two mounts do not meet under one. */
  prefix: string;
  /** After the names of groups of operations. */
  suffix: string;
  /** What clients need to know of this mount; CommonMark, one paragraph. */
  about: string;
  /** A relationship with this linkage, asked for or not. */
  relationship: (linkage: SchemaObject) => SchemaObject;
  /** Whether `fields` leaves out relationships, too. */
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

/** The seed's documents are those of JSON:API 1.0 with wrapped inclusions; any other mount keeps to the standard. */
export function shapeSchemas({ shape }: Mount): ShapeSchemas {
  return shape.version === '1.0' ? STRICT : STANDARD;
}
