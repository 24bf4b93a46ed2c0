import {
  byDepth,
  groupsOf,
  METHODS,
  type OpenApiDocument,
  type PathItem,
  pathTemplate,
  type Response,
  webhookItems,
} from '@guidepost/openapi';
import { VERSION } from '../../version.ts';
import type { Mount } from '../json-api/mount.ts';
import type { Endpoint, MountedApi, Operations, PostCall, WriteEndpoint } from '../reading/endpoint.ts';
import { errorResponseComponents, errorSchemas, type OperationKind } from './error-responses.ts';
import { HEADERS } from './headers.ts';
import { createOperation, createWriteOperation } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { resourceSchemas } from './resource-schemas.ts';
import { PATHS_BESIDES_API } from './service-paths.ts';
import { shapeSchemas } from './shape-schemas.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';

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
