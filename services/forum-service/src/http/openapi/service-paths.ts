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

/** What the service answers besides the API. */
export const PATHS_BESIDES_API: Readonly<Record<string, PathItem>> = {
  [pathTemplate(AVATAR)]: {
    get: {
      operationId: 'avatar',
      tags: [SERVICE_GROUP],
      summary: 'A picture of a poster, drawn from nothing but its address',
      description: 'The addresses stand in `gravatar_image`. What is behind one never changes.',
      security: [{}],
      parameters: pathParameters(AVATAR, PATH_PARAMETERS),
      responses: {
        200: {
          description: 'The picture.',
          headers: headerReferences(['ETag']),
          content: { 'image/svg+xml; charset=utf-8': { schema: {} } },
        },
        304: { description: 'It is the one that was kept. No body.', headers: headerReferences(['ETag']) },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  [pathTemplate(JS_ENDPOINT_PATH)]: {
    get: {
      operationId: 'js-endpoint',
      tags: [SERVICE_GROUP],
      summary: 'The page for forms in hidden frames: it tells the page around how it went',
      description:
        'To be given as `success_url` and `error_url`. It sends its own query string to `parent` by `postMessage`: messages by field, or nothing when all went well. Any site may show it in a frame.',
      security: [{}],
      parameters: pathParameters(JS_ENDPOINT_PATH, PATH_PARAMETERS),
      responses: {
        200: {
          description: 'The page.',
          headers: headerReferences(['ETag', 'Cache-Control', 'Vary']),
          content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
        },
        304: { description: 'It is the one that was kept. No body.', headers: headerReferences(['ETag']) },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  ...SERVICE_PATHS,
};
