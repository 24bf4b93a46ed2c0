import { createRouter, resourcesOn, securityHeaders, sendRepresentation } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response, Router } from 'express';
import { answerOptions } from '../page-headers.ts';
import type { Assets } from './assets.ts';

const HEADERS = {
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
};

/** `/assets/<hash>/<name>`: what pages load. */
export function assetRoutes(assets: Assets): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  resource<AssetParameters>('/assets/:hash/:name', { get: [serveAsset(assets)] });
  return router;
}

interface AssetParameters {
  hash: string;
  name: string;
}

/** While instances of two versions run, a page of one may load from the other, which has it in its own version. */
function serveAsset(assets: Assets) {
  return (request: Request<AssetParameters>, response: Response): void => {
    const asset = assets.find(request.params.name);
    if (!asset) throw new AppError('not-found', 'There is no such file.');
    const { type, hash, ...sent } = asset;
    const isThis = request.params.hash === hash;
    const caching = isThis ? 'public, max-age=31536000, immutable' : 'public, no-cache';
    const headers = { ...HEADERS, 'Cache-Control': caching, 'Content-Type': type };
    sendRepresentation(request, response, { status: 200, headers, ...sent });
  };
}
