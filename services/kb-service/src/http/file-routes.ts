import {
  createRouter,
  isNotModified,
  type Representation,
  resourcesOn,
  securityHeaders,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Router } from 'express';
import type { Context } from '../context.ts';
import { findFile, type StoredFile } from '../files/files.ts';
import { IMAGE_ENDINGS, parseFileName } from '../model/file-address.ts';
import { answerPreflight, COMMON_HEADERS } from './json-api/headers.ts';

/** One year, because changed files have new URLs. */
const LIFETIME = 'max-age=31536000, immutable';

/** Keeps browsers from running content that they misinterpret. */
const SANDBOXED = securityHeaders({ policy: { 'frame-ancestors': "'none'", sandbox: [] } });

/** `/files/<token>.<ending>`, for any `Accept` */
export function fileRoutes({ database }: Pick<Context, 'database'>): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });

  async function serveFile(request: Request<{ name: string }>): Promise<Representation> {
    const name = parseFileName(request.params.name);
    const read = async (withBytes: boolean): Promise<StoredFile> => {
      const file = name && (await findFile(database, { token: name.token, withBytes }));
      if (!file || IMAGE_ENDINGS[file.media_type] !== name.ending) throw noSuchFile();
      return file;
    };
    const condition = request.headers['if-none-match'];
    const known = condition === undefined ? undefined : await read(false);
    const unchanged = known && isNotModified(condition, entityTagOf(known));
    return represent(unchanged ? known : await read(true));
  }

  resource<{ name: string }>('/files/:name', { get: serveFile });
  return router;
}

function represent(file: StoredFile): Representation {
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': file.media_type,
      'Cache-Control': `${file.access === 'key' ? 'private' : 'public'}, ${LIFETIME}`,
      ...SANDBOXED,
      'Accept-Ranges': 'none',
    },
    entityTag: entityTagOf(file),
    ...(file.bytes && { body: file.bytes }),
  };
}

function entityTagOf({ digest }: StoredFile): string {
  return `"${digest.slice(0, 32)}"`;
}

function noSuchFile(): AppError {
  return new AppError('not-found', 'There is no such file.');
}
