import {
  headerReferences,
  type PathItem,
  pathParameters,
  pathTemplate,
  reference,
  SERVICE_GROUP,
  SERVICE_PATHS,
} from '@guidepost/openapi';
import { PATH_PARAMETERS } from './parameters.ts';

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
      },
    },
  },
  ...SERVICE_PATHS,
};
