import { contentTypeOf } from '@guidepost/files/types';
import {
  createRouter,
  type HeaderFields,
  type Representation,
  representFile,
  resourcesOn,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Router } from 'express';
import type { Context } from '../context.ts';
import { findFile, type StoredFile } from '../files/files.ts';
import { readImage } from '../files/image-store.ts';
import { type FileParameters, isPathOf, tokenIn } from '../model/file-address.ts';
import { answerPreflight, COMMON_HEADERS } from './json-api/headers.ts';

/** One year, because changed files have new URLs. */
const LIFETIME = 'max-age=31536000, immutable';

/** `/files/<token>.<ending>` of images, and `/files/<token>/<name>` of files to download, for any `Accept` */
export function fileRoutes({ database, imageStore }: Pick<Context, 'database' | 'imageStore'>): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });

  async function serveFile({ params, headers }: Request<FileParameters>): Promise<Representation> {
    const token = tokenIn(params);
    const read = async (withBytes: boolean): Promise<StoredFile> => {
      const file = token !== undefined && (await findFile(database, { token, withBytes }));
      if (!file || !isPathOf(params, file)) throw noSuchFile();
      return withBytes ? { ...file, bytes: await readImage(imageStore, file) } : file;
    };
    return representFile({ condition: headers['if-none-match'], read, headersOf });
  }

  resource<FileParameters>('/files/:name', { get: serveFile });
  resource<FileParameters>('/files/:token/:name', { get: serveFile });
  return router;
}

function headersOf({ access, name, media_type }: StoredFile): HeaderFields {
  const audience = access === 'key' ? 'private' : 'public';
  return {
    ...COMMON_HEADERS,
    'Cache-Control': `${audience}, ${LIFETIME}`,
    'Content-Type': contentTypeOf(media_type),
    // Browsers run nothing of what they download, whatever it is (S47).
    ...(name !== null && { 'Content-Disposition': contentDisposition(name) }),
  };
}

function noSuchFile(): AppError {
  return new AppError('not-found', 'There is no such file.');
}
