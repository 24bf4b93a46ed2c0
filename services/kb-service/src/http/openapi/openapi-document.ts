import { contentTypeOf, MEDIA_TYPES } from '@guidepost/files/types';
import {
  byDepth,
  closedObject,
  groupsOf,
  METHODS,
  type OpenApiDocument,
  type PathItem,
  pathTemplate,
  type Response,
  reference,
  SERVICE_GROUP,
  SERVICE_PATHS,
  schemaReference,
  type WebhookEvent,
  webhookItems,
} from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { EVENT_TYPES } from '../../tenants/webhooks.ts';
import { VERSION } from '../../version.ts';
import { type Mount, STANDARD_MOUNT } from '../json-api/mount.ts';
import { ATTRIBUTES } from '../json-api/resource-types.ts';
import type { Endpoint, MountedApi, Operations, PostCall, WriteEndpoint } from '../reading/endpoint.ts';
import { errorResponseComponents, errorSchemas, type OperationKind } from './error-responses.ts';
import { HEADERS } from './headers.ts';
import { createOperation, createWriteOperation } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { resourceSchemaName, resourceSchemas } from './resource-schemas.ts';
import { shapeSchemas } from './shape-schemas.ts';

const SHAPE = shapeSchemas(STANDARD_MOUNT);

const NAME = resourceSchemaName('guide', SHAPE);

const TEXT: SchemaObject = { type: 'string' };

const COUNT: SchemaObject = { type: 'integer', minimum: 0 };

const META = closedObject(
  { upvotes: COUNT, downvotes: COUNT, vote: { enum: ['up', 'down'], description: 'This vote.' } },
  { optional: ['upvotes', 'downvotes'] },
);

const IDENTIFIER = { type: { const: 'guide' }, id: TEXT };

const REMAINS: SchemaObject = {
  ...closedObject({
    ...IDENTIFIER,
    attributes: closedObject({ slug: TEXT }),
    links: closedObject({ public: { ...TEXT, format: 'uri' } }),
  }),
  description: 'Of a guide that readers no longer see.',
};

const GUIDE: SchemaObject = { anyOf: [schemaReference(NAME), REMAINS] };

const LINES: SchemaObject = { type: 'array', items: TEXT };

const MESSAGE: SchemaObject = closedObject(
  {
    type: { const: 'message' },
    id: TEXT,
    attributes: closedObject({
      name: TEXT,
      email: { ...TEXT, format: 'email' },
      subject: TEXT,
      text: TEXT,
      page: { ...TEXT, description: 'The page that the reader came from; empty if they took it out.' },
      searched: LINES,
      read: LINES,
      answered: LINES,
      language: { ...TEXT, description: 'The language of the page, BCP 47.' },
      created_at: { ...TEXT, format: 'date-time' },
      file: {
        anyOf: [
          closedObject({
            name: TEXT,
            type: TEXT,
            size: COUNT,
            content: { ...TEXT, contentEncoding: 'base64' },
          }),
          { type: 'null' },
        ],
      },
    }),
  },
  { optional: ['attributes'] },
);

const WEBHOOK_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], WebhookEvent>> = {
  'guide.published': { summary: 'Readers see a guide', data: GUIDE },
  'guide.updated': {
    summary: 'Title, content, slug, categories or tags of a published guide have changed',
    data: GUIDE,
  },
  'guide.unpublished': { summary: 'Readers no longer see a guide, or it was deleted', data: REMAINS },
  'guide.voted': {
    summary: 'Someone has voted for or against a guide',
    data: { anyOf: [votedGuide(), closedObject({ ...IDENTIFIER, meta: META })] },
  },
  'contact.created': {
    summary: 'A reader has written a message; only for a knowledge base that has messages sent to webhooks',
    data: MESSAGE,
  },
};

const IMAGES = Object.fromEntries(
  ['avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => [`image/${kind}`, { schema: {} }]),
);

const FILES = Object.fromEntries(MEDIA_TYPES.map((type) => [contentTypeOf(type), { schema: {} }]));

const FILE_RESPONSES = {
  304: { description: 'Not modified. No body.' },
  404: reference('responses', 'Get404'),
  414: reference('responses', 'Get414'),
};

/** Operations outside the API, for any `Accept` and without access keys. */
const PATHS_BESIDES_API: Readonly<Record<string, PathItem>> = {
  '/files/{name}': {
    get: {
      operationId: 'file',
      tags: [SERVICE_GROUP],
      summary: 'Get an image of a published guide, or the logo of a public knowledge base',
      description:
        '`content_html` contains the URLs of images, pages that of the logo. The content of a URL never changes, so it may be cached for a year; the entity tag is strong. With `access` `key`, images need no key, because `<img>` cannot send one: their URLs are unguessable, and they are sent with `Cache-Control: private`.',
      security: [{}],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'Random characters that grant access to the file, and the extension of its type.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}[.](avif|gif|jpg|png|webp)$' },
          example: 'mZx2v0aLr8Qd1sTnB3kYwA.png',
        },
      ],
      responses: { 200: { description: 'The image.', content: IMAGES }, ...FILE_RESPONSES },
    },
  },
  '/files/{token}/{name}': {
    get: {
      operationId: 'download',
      tags: [SERVICE_GROUP],
      summary: 'Download a file of a published guide',
      description:
        '`content_html` contains the URLs of files in links of the class `file`. They are sent as attachments, and otherwise as images are.',
      security: [{}],
      parameters: [
        {
          name: 'token',
          in: 'path',
          required: true,
          description: 'Random characters that grant access to the file.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
          example: 'nZx2v0aLr8Qd1sTnB3kYwA',
        },
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'The name of the file.',
          schema: { type: 'string' },
          example: 'Manual.pdf',
        },
      ],
      responses: { 200: { description: 'The file.', content: FILES }, ...FILE_RESPONSES },
    },
  },
  ...SERVICE_PATHS,
};

const INTRODUCTION =
  'Published guides of knowledge bases with their categories and tags, as JSON:API documents (`application/vnd.api+json`).';

const HABITS =
  'HEAD works like GET. OPTIONS answers CORS preflights, and scripts of any origin may read responses. The first of repeated query parameters applies. Unknown parameters are refused if their names consist of a–z up to a bracket, and ignored otherwise.';

/** The OpenAPI 3.1 document, generated from the declarations that validate requests. */
export function createOpenApiDocument(apis: readonly MountedApi[]): OpenApiDocument {
  const paths = {
    ...Object.assign({}, ...apis.map(apiPaths)),
    ...PATHS_BESIDES_API,
  } as OpenApiDocument['paths'];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guidepost knowledge base',
      version: VERSION,
      description: [INTRODUCTION, ...apis.map(({ mount }) => aboutMount(mount)), HABITS].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of this document' }],
    // An access key is optional for public knowledge bases.
    security: [{}, { accessKey: [] }],
    tags: groupsOf(paths),
    paths,
    webhooks: webhookItems(WEBHOOK_EVENTS),
    components: {
      schemas: Object.assign({}, ...apis.map(({ mount }) => mountSchemas(mount))),
      parameters: sharedParameters(apis),
      responses: Object.assign({}, ...apis.flatMap(apiErrors)),
      headers: HEADERS,
      securitySchemes: {
        accessKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access key of the knowledge base, for changes one that may write.',
        },
      },
    },
  };
}

function aboutMount(mount: Mount): string {
  return `Under \`${mount.path}\`: ${shapeSchemas(mount).about}`;
}

function mountSchemas(mount: Mount) {
  return { ...resourceSchemas(shapeSchemas(mount)), ...errorSchemas(mount) };
}

function apiErrors({ mount, routes }: MountedApi): Record<string, Response>[] {
  const endpoints = Object.values(routes).flatMap((operations) =>
    METHODS.flatMap((method) => operations[method] ?? []),
  );
  const kinds = new Set<OperationKind>(['get', 'post', ...endpoints.map(kindOf)]);
  return [...kinds].map((kind) => errorResponseComponents(mount, kind));
}

function kindOf(endpoint: Endpoint<PostCall> | WriteEndpoint): OperationKind {
  return 'change' in endpoint ? 'write' : 'get';
}

function apiPaths({ mount, routes }: MountedApi): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(routes)
      .filter(([, { alias }]) => !alias)
      .toSorted(([one], [other]) => byDepth(one, other))
      .map(([pattern, operations]) => [
        mount.path + pathTemplate(pattern),
        pathItem(mount, pattern, operations),
      ]),
  );
}

function pathItem(mount: Mount, pattern: string, operations: Operations): PathItem {
  return Object.fromEntries(
    METHODS.flatMap((method) => {
      const endpoint = operations[method];
      const place = { mount, pattern, method };
      if (!endpoint) return [];
      const described =
        'change' in endpoint ? createWriteOperation(place, endpoint) : createOperation(place, endpoint);
      return [[method, described]];
    }),
  );
}

/** A guide with the attributes that name it, and its votes. */
function votedGuide(): SchemaObject {
  const guide = resourceSchemas(SHAPE)[NAME] as SchemaObject;
  const { title, slug } = ATTRIBUTES.guide;
  const properties = { ...guide.properties, attributes: closedObject({ title, slug }), meta: META };
  return { ...guide, properties, required: [...guide.required, 'meta'] };
}
