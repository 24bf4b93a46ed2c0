import type { DeskEndpoint } from '@guidepost/desk';
import { contentTypeOf } from '@guidepost/files/types';
import { securityHeaders } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { create as contentDisposition } from 'content-disposition';
import type { Context } from '../context.ts';
import { findStoredFile } from '../files/files.ts';
import { readImage } from '../files/image-store.ts';
import { isPathOf, tokenIn } from '../model/file-address.ts';
import type { KbCall } from './kb-tenant.ts';

const HEADERS = Object.freeze({
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
});

/** Images and files of drafts and former versions, which readers do not see. */
export function fileEndpoint({
  database,
  imageStore,
}: Pick<Context, 'database' | 'imageStore'>): DeskEndpoint<KbCall> {
  return {
    async get({ tenant, path }) {
      const wanted = {
        name: String(path.name),
        ...(path.token !== undefined && { token: String(path.token) }),
      };
      const token = tokenIn(wanted);
      const { id, main_id } = tenant.knowledgeBase;
      // A translation also shows files of the text that it is made from.
      const file =
        token !== undefined &&
        ((await findStoredFile(database, { knowledgeBaseId: id, token })) ??
          (await findStoredFile(database, { knowledgeBaseId: main_id, token })));
      if (!file || !isPathOf(wanted, file)) throw new AppError('not-found', 'There is no such file.');
      const headers = {
        ...HEADERS,
        'Content-Type': contentTypeOf(file.media_type),
        ...(file.name !== null && { 'Content-Disposition': contentDisposition(file.name) }),
      };
      return { status: 200, headers, body: await readImage(imageStore, file) };
    },
  };
}
