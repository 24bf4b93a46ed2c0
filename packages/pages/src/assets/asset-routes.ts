import { createRouter, type Representation, resourcesOn, securityHeaders } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import { answerOptions } from '../page-headers.ts';
import type { Assets } from './assets.ts';

const HEADERS = {
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
};

/** `/assets/<hash>/<name>`, or below another path of the assets */
export function assetRoutes(assets: Assets): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerOptions });
  resource<AssetParameters>(`${assets.path}/:hash/:name`, {
    get: async ({ params }) => serveAsset(assets, params),
  });
  return router;
}

interface AssetParameters {
  hash: string;
  name: string;
}

/** During a rolling update, a page may load assets from an instance of another version, which sends its own. */
function serveAsset(assets: Assets, params: AssetParameters): Representation {
  const asset = assets.find(params.name);
  if (!asset) throw new AppError('not-found', 'There is no such file.');
  const { type, hash, ...sent } = asset;
  const caching = params.hash === hash ? 'public, max-age=31536000, immutable' : 'public, no-cache';
  return { status: 200, headers: { ...HEADERS, 'Cache-Control': caching, 'Content-Type': type }, ...sent };
}
