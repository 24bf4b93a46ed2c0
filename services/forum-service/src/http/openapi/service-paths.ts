import {
  headerReferences,
  type PathItem,
  pathParameters,
  pathTemplate,
  reference,
  SERVICE_GROUP,
  SERVICE_PATHS,
} from '@guidepost/openapi';
import { JS_ENDPOINT } from '../forms/js-endpoint-routes.ts';
import { PATH_PARAMETERS } from './parameters.ts';

const JS_ENDPOINT_PATH = `/api${JS_ENDPOINT}`;
const AVATAR = '/api/avatar/:slug/:user/:file';

export const PATHS_BESIDES_API: Readonly<Record<string, PathItem>> = {
  [pathTemplate(AVATAR)]: {
    get: {
      operationId: 'avatar',
      tags: [SERVICE_GROUP],
      summary: 'An avatar, drawn from its address alone',
      description: '`gravatar_image` contains the addresses. The content of an address never changes.',
      security: [{}],
      parameters: pathParameters(AVATAR, PATH_PARAMETERS),
      responses: {
        200: {
          description: 'The picture.',
          headers: headerReferences(['ETag']),
          content: { 'image/svg+xml; charset=utf-8': { schema: {} } },
        },
        304: { description: 'Not modified. No body.', headers: headerReferences(['ETag']) },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  [pathTemplate(JS_ENDPOINT_PATH)]: {
    get: {
      operationId: 'js-endpoint',
      tags: [SERVICE_GROUP],
      summary: 'Page for forms in hidden frames: reports the result to the surrounding page',
      description:
        'Use it as `success_url` and `error_url`. It sends its query string to `parent` by `postMessage`: messages by field, or an empty string on success. Any site may frame it.',
      security: [{}],
      parameters: pathParameters(JS_ENDPOINT_PATH, PATH_PARAMETERS),
      responses: {
        200: {
          description: 'The page.',
          headers: headerReferences(['ETag', 'Cache-Control', 'Vary']),
          content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
        },
        304: { description: 'Not modified. No body.', headers: headerReferences(['ETag']) },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  ...SERVICE_PATHS,
};
