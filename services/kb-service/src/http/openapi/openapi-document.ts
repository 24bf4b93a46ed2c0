import { readFileSync } from 'node:fs';
import {
  byDepth,
  groupsOf,
  type OpenApiDocument,
  type PathItem,
  pathTemplate,
  type Response,
} from '@guidepost/openapi';
import type { Mount } from '../json-api/mount.ts';
import type { EndpointDescription, MountedApi } from '../reading/endpoint.ts';
import { errorResponseComponents, errorSchemas } from './error-responses.ts';
import { HEADERS } from './headers.ts';
import { createOperation } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { resourceSchemas } from './resource-schemas.ts';
import { PATHS_BESIDES_API } from './service-paths.ts';
import { shapeSchemas } from './shape-schemas.ts';

const PACKAGE = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
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
      version: PACKAGE.version,
      description: [INTRODUCTION, ...apis.map(({ mount }) => aboutMount(mount)), HABITS].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of this document' }],
    // An access key is optional for public knowledge bases.
    security: [{}, { accessKey: [] }],
    tags: groupsOf(paths),
    paths,
    components: {
      schemas: Object.assign({}, ...apis.map(({ mount }) => mountSchemas(mount))),
      parameters: sharedParameters(apis),
      responses: Object.assign({}, ...apis.flatMap(apiErrors)),
      headers: HEADERS,
      securitySchemes: {
        accessKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access key of the knowledge base.',
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
  const methods = (['get', 'post'] as const).filter((method) =>
    Object.values(routes).some((one) => one[method]),
  );
  return methods.map((method) => errorResponseComponents(mount, method));
}

function apiPaths({ mount, routes }: MountedApi): Record<string, PathItem> {
  const describe = (pattern: string, method: 'get' | 'post', endpoint?: EndpointDescription) =>
    endpoint && { [method]: createOperation({ mount, pattern, method }, endpoint) };
  return Object.fromEntries(
    Object.entries(routes)
      .filter(([, { alias }]) => !alias)
      .toSorted(([one], [other]) => byDepth(one, other))
      .map(([pattern, { get, post }]) => [
        mount.path + pathTemplate(pattern),
        { ...describe(pattern, 'get', get), ...describe(pattern, 'post', post) },
      ]),
  );
}
