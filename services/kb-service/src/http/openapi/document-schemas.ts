import { closedObject, schemaReference } from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import { EDITING_META } from '../json-api/editing-members.ts';
import type { Mount } from '../json-api/mount.ts';
import type { EndpointDescription } from '../reading/endpoint.ts';
import { LANGUAGE_META, LANGUAGE_NAMES, withLanguages } from '../reading/languages.ts';
import { anyResource, resourceSchemaName } from './resource-schemas.ts';
import { shapeSchemas } from './shape-schemas.ts';

const RELATIVE: SchemaObject = { type: 'string', format: 'uri-reference' };
const COUNT: SchemaObject = { type: 'integer', minimum: 0 };

/** The members of a list besides its data. */
export const LIST_MEMBERS: Record<string, SchemaObject> = {
  links: closedObject(
    { first: RELATIVE, prev: RELATIVE, next: RELATIVE, last: RELATIVE },
    { optional: ['prev', 'next'], description: 'URLs of existing pages.' },
  ),
  meta: closedObject(
    {
      total: { ...COUNT, description: 'Resources on all pages.' },
      pages: { ...COUNT, description: 'Pages of this size.' },
      page_size: {
        type: 'integer',
        minimum: 1,
        description: 'The size of a page that was shortened to stay under 8 MB; `links` use it, too.',
      },
      corrected_query: {
        type: 'string',
        description: 'The query `q` with the spelling that was searched for unknown words.',
      },
      partial: {
        const: true,
        description: 'The search `q` could not look at everything: there may be more and better results.',
      },
      ...LANGUAGE_META,
    },
    { optional: ['page_size', 'corrected_query', 'partial', ...LANGUAGE_NAMES] },
  ),
};

const DOCUMENT_META = closedObject(LANGUAGE_META, { optional: LANGUAGE_NAMES });

const EDITING_DOCUMENT_META = closedObject(
  { ...EDITING_META, ...LANGUAGE_META },
  { optional: [...Object.keys(EDITING_META), ...LANGUAGE_NAMES] },
);

export function versionSchema({ shape }: Mount): SchemaObject {
  return closedObject({ version: { const: shape.version } });
}

type DescribedAnswer = Omit<EndpointDescription['answer'], 'meta'> & { meta?: SchemaObject | undefined };

export function documentSchema(mount: Mount, answer: DescribedAnswer): SchemaObject {
  const shape = shapeSchemas(mount);
  const resource = schemaReference(resourceSchemaName(answer.type, shape));
  const showsEditing = mount.writable && answer.type === 'guide' && !answer.list && !answer.meta;
  return closedObject(
    {
      jsonapi: versionSchema(mount),
      data: answer.list ? { type: 'array', items: resource } : resource,
      included: {
        type: 'array',
        description: 'Present if the request has `include`: each resource once, in the order of linkage.',
        items: shape.included(anyResource(shape)),
      },
      ...(answer.list && LIST_MEMBERS),
      ...(!answer.list && { meta: showsEditing ? EDITING_DOCUMENT_META : DOCUMENT_META }),
      ...(answer.meta && { meta: withLanguages(answer.meta) }),
    },
    { optional: ['included', ...(answer.list || answer.meta ? [] : ['meta'])] },
  );
}
