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
      responses: {
        200: { description: 'The image.', content: IMAGES },
        304: { description: 'Not modified. No body.' },
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
      },
    },
  },
  ...SERVICE_PATHS,
};
