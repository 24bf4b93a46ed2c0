import { IMAGE_ENDINGS } from '@guidepost/files/images';
import {
  createRouter,
  type HeaderFields,
  type Representation,
  representFile,
  resourcesOn,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Router } from 'express';
import type { Context } from '../context.ts';
import { findFile, type StoredFile } from '../files/files.ts';
import { readImage } from '../files/image-store.ts';
import { parseFileName } from '../model/file-address.ts';
import { answerPreflight, COMMON_HEADERS } from './json-api/headers.ts';

/** One year, because changed files have new URLs. */
const LIFETIME = 'max-age=31536000, immutable';

/** `/files/<token>.<ending>`, for any `Accept` */
export function fileRoutes({ database, imageStore }: Pick<Context, 'database' | 'imageStore'>): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });

  async function serveFile(request: Request<{ name: string }>): Promise<Representation> {
    const name = parseFileName(request.params.name);
    const read = async (withBytes: boolean): Promise<StoredFile> => {
      const file = name && (await findFile(database, { token: name.token, withBytes }));
      if (!file || IMAGE_ENDINGS[file.media_type] !== name.ending) throw noSuchFile();
      return withBytes ? { ...file, bytes: await readImage(imageStore, file) } : file;
    };
    return representFile({ condition: request.headers['if-none-match'], read, headersOf });
  }

  resource<{ name: string }>('/files/:name', { get: serveFile });
  return router;
}

function headersOf({ access }: StoredFile): HeaderFields {
  const audience = access === 'key' ? 'private' : 'public';
  return { ...COMMON_HEADERS, 'Cache-Control': `${audience}, ${LIFETIME}` };
}

function noSuchFile(): AppError {
  return new AppError('not-found', 'There is no such file.');
}
