import { MAX_IMAGE_BYTES } from '@guidepost/files/images';
import { declareParameters, readMultipart } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { uploadImage } from '../../writing/drafts/upload-image.ts';
import type { Answer, Routes, WriteDescription } from '../reading/endpoint.ts';
import type { Reader } from '../reading/reader.ts';
import type { MakeChange } from './make-change.ts';
import { ARRIVAL } from './upload-permits.ts';
import { targetOf } from './written-resource.ts';

/** Room for the parts around an image. */
const MAX_BYTES = MAX_IMAGE_BYTES + 100_000;

const PIXELS = {
  type: ['integer', 'null'],
  minimum: 1,
  description: 'Pixels; null if the image does not say.',
};

const SRC = {
  type: 'string',
  format: 'uri-reference',
  description:
    'The address for `<img src>` in the content of the guide. Readers get it once a published guide shows it.',
};

const IMAGE = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: {
    type: { const: 'image' },
    id: { type: 'string' },
    attributes: {
      type: 'object',
      required: ['src', 'width', 'height'],
      properties: { src: SRC, width: PIXELS, height: PIXELS },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const UPLOAD: WriteDescription = {
  summary: 'Upload an image for a guide',
  description:
    'PNG, JPEG, GIF, WebP or AVIF of up to 10 MB. It is kept for a day, and for as long as a guide or a draft shows it.',
  parameters: declareParameters([]),
  body: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['image'],
        properties: { image: { type: 'string', format: 'binary', description: 'The file.' } },
      },
      example: { image: '@picture.png' },
    },
  },
  status: 201,
  refusals: ['unprocessable'],
  answer: {
    schema: IMAGE,
    example: {
      type: 'image',
      id: 'mZx2v0aLr8Qd1sTnB3kYwA.png',
      attributes: { src: '/files/mZx2v0aLr8Qd1sTnB3kYwA.png', width: 1280, height: 720 },
    },
  },
};

export function imageWritingRoutes(
  { database, filesUrl = '' }: Pick<Context, 'database' | 'filesUrl'>,
  { mount }: Reader,
  makeChange: MakeChange,
): Routes {
  const show = (src: string, width: number | null, height: number | null): Answer => {
    const id = src.slice(src.lastIndexOf('/') + 1);
    const address = filesUrl + src;
    const data = { type: 'image', id, attributes: { src: address, width, height } };
    const body = JSON.stringify({ jsonapi: { version: mount.shape.version }, data });
    return { status: 201, headers: { Location: address }, body };
  };
  return {
    '/:host/guides/:id/images': {
      post: {
        ...UPLOAD,
        async change(call) {
          const { files } = await readMultipart(call.request, { maximumBytes: MAX_BYTES, arrival: ARRIVAL });
          const image = files.get('image')?.at(-1);
          if (!image) throw new AppError('malformed', 'Send an image in the field "image".');
          const { id: guideId } = targetOf(call, 'guide');
          const upload = { host: call.knowledgeBase.host, guideId, ...image };
          const { src, width, height } = await makeChange(call, {}, () =>
            uploadImage(database, call.writer, upload),
          );
          return show(src, width ?? null, height ?? null);
        },
      },
    },
  };
}
