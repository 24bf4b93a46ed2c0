import { type PathItem, reference, SERVICE_GROUP, SERVICE_PATHS } from '@guidepost/openapi';

const IMAGES = Object.fromEntries(
  ['avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => [`image/${kind}`, { schema: {} }]),
);

/** Operations outside the API, for any `Accept` and without access keys. */
export const PATHS_BESIDES_API: Readonly<Record<string, PathItem>> = {
  '/files/{name}': {
    get: {
      operationId: 'file',
      tags: [SERVICE_GROUP],
      summary: 'An image of a published guide, or the logo of a public knowledge base',
      description:
        'The addresses stand in `content_html`, that of the logo on pages. What is behind one never changes, so it may be kept for a year; the entity tag is a strong one. Images of a knowledge base with `access` `key` need no key, since `<img>` can send none: their address is unguessable, and they are sent with `Cache-Control: private`.',
      security: [{}],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'Random characters, which are the key to the file, and its ending.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}[.](avif|gif|jpg|png|webp)$' },
          example: 'mZx2v0aLr8Qd1sTnB3kYwA.png',
        },
      ],
      responses: {
        200: { description: 'The image.', content: IMAGES },
        304: { description: 'The image is the one that was kept. No body.' },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  ...SERVICE_PATHS,
};
