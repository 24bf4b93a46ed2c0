import type { DeskEndpoint } from '@guidepost/desk';
import { IMAGE_ENDINGS } from '@guidepost/files/images';
import { securityHeaders } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { findStoredFile } from '../files/files.ts';
import { readImage } from '../files/image-store.ts';
import { parseFileName } from '../model/file-address.ts';
import type { KbCall } from './kb-tenant.ts';

const HEADERS = Object.freeze({
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
});

/** Images of drafts and former versions, which readers do not see. */
export function fileEndpoint({
  database,
  imageStore,
}: Pick<Context, 'database' | 'imageStore'>): DeskEndpoint<KbCall> {
  return {
    async get({ tenant, path }) {
      const name = parseFileName(String(path.name));
      const file =
        name && (await findStoredFile(database, { knowledgeBaseId: tenant.id, token: name.token }));
      if (!file || IMAGE_ENDINGS[file.media_type] !== name?.ending) {
        throw new AppError('not-found', 'There is no such file.');
      }
      const body = await readImage(imageStore, file);
      return { status: 200, headers: { ...HEADERS, 'Content-Type': file.media_type }, body };
    },
  };
}

/** Content whose images are loaded through the desk. */
export function withDeskFiles(contentHtml: string, base: string): string {
  return contentHtml.replaceAll('<img src="/files/', `<img src="${base}/files/`);
}
