import { MAX_FILE_BYTES } from '@guidepost/files/types';
import { declareParameters, readMultipart } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { withFilesAt } from '../../files/content-files.ts';
import { type UploadedFile, uploadFile } from '../../writing/drafts/upload-file.ts';
import type { Answer, Routes, WriteDescription } from '../reading/endpoint.ts';
import type { Reader } from '../reading/reader.ts';
import type { MakeChange } from './make-change.ts';
import { ARRIVAL } from './upload-permits.ts';
import { targetOf } from './written-resource.ts';

/** Room for the parts around a file. */
const MAX_BYTES = MAX_FILE_BYTES + 100_000;

const ATTRIBUTES = {
  href: {
    type: 'string',
    format: 'uri-reference',
    description: 'The address of the file. Readers get it once a published guide links to it.',
  },
  name: { type: 'string', description: 'The name under which it is downloaded.' },
  media_type: { type: 'string' },
  size: { type: 'integer', minimum: 1, description: 'Bytes.' },
  html: {
    type: 'string',
    description:
      'The link for the content of the guide. The service writes type and size into its text, and again whenever the guide is saved.',
  },
};

const FILE = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: {
    type: { const: 'file' },
    id: { type: 'string' },
    attributes: {
      type: 'object',
      required: Object.keys(ATTRIBUTES),
      properties: ATTRIBUTES,
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const UPLOAD: WriteDescription = {
  summary: 'Upload a file that readers download from a guide',
  description:
    'A document, table, presentation, archive, text, picture, film or recording of up to 20 MB; a guide may have 50. Its type is told by its bytes; programs, web pages and documents with macros are refused. It is kept for a day, and for as long as a guide or a draft links to it.',
  parameters: declareParameters([]),
  body: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'The file.' } },
      },
      example: { file: '@manual.pdf' },
    },
  },
  status: 201,
  refusals: ['unprocessable'],
  answer: {
    schema: FILE,
    example: {
      type: 'file',
      id: 'mZx2v0aLr8Qd1sTnB3kYwA',
      attributes: {
        href: '/files/mZx2v0aLr8Qd1sTnB3kYwA/Manual.pdf',
        name: 'Manual.pdf',
        media_type: 'application/pdf',
        size: 1234567,
        html: '<a class="file" href="/files/mZx2v0aLr8Qd1sTnB3kYwA/Manual.pdf">Manual.pdf (PDF, 1.2 MB)</a>',
      },
    },
  },
};

export function fileWritingRoutes(
  { database, filesUrl = '' }: Pick<Context, 'database' | 'filesUrl'>,
  { mount }: Reader,
  makeChange: MakeChange,
): Routes {
  const show = ({ token, href, name, media_type, size, html }: UploadedFile): Answer => {
    const address = filesUrl + href;
    const attributes = { href: address, name, media_type, size, html: withFilesAt(html, filesUrl) };
    const data = { type: 'file', id: token, attributes };
    const body = JSON.stringify({ jsonapi: { version: mount.shape.version }, data });
    return { status: 201, headers: { Location: address }, body };
  };
  return {
    '/:host/guides/:id/files': {
      post: {
        ...UPLOAD,
        async change(call) {
          const { files } = await readMultipart(call.request, { maximumBytes: MAX_BYTES, arrival: ARRIVAL });
          const file = files.get('file')?.at(-1);
          if (!file) throw new AppError('malformed', 'Send a file in the field "file".');
          const { id: guideId } = targetOf(call, 'guide');
          const upload = { host: call.knowledgeBase.host, guideId, ...file };
          return show(await makeChange(call, {}, () => uploadFile(database, call.writer, upload)));
        },
      },
    },
  };
}
