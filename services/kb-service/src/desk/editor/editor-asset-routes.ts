import { createRouter, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import { answerOptions } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import { EDITOR_PATH, type EditorAssets } from './editor-assets.ts';

const HEADERS = {
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
};

/**
 * `/desk/editor/<hash>/<name>`, for everyone: it is the same for all.
 * @param load called for the first request
 */
export function editorAssetRoutes(load: () => Promise<EditorAssets>): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerOptions });
  resource<AssetParameters>(`${EDITOR_PATH}/:hash/:name`, {
    get: async ({ params }) => serveAsset(await load(), params),
  });
  return router;
}

interface AssetParameters {
  hash: string;
  name: string;
}

/** During a rolling update, a page may load assets from an instance of another version, which sends its own. */
function serveAsset(assets: EditorAssets, params: AssetParameters): Representation {
  const asset = assets.find(params.name);
  if (!asset) throw new AppError('not-found', 'There is no such file.');
  const { type, ...sent } = asset;
  const caching = params.hash === assets.hash ? 'public, max-age=31536000, immutable' : 'public, no-cache';
  return { status: 200, headers: { ...HEADERS, 'Cache-Control': caching, 'Content-Type': type }, ...sent };
}
