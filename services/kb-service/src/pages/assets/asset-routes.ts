import {
  createRouter,
  entityTag,
  type HeaderFields,
  type Representation,
  resourcesOn,
  sendRepresentation,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { answerOptions } from '../page-headers.ts';
import { accentIcon, accentStyle } from './accent.ts';
import { SCRIPT, STYLE, VERSION } from './assets.ts';

/** What is sent of an asset whatever version was asked for. */
interface Asset extends Required<Pick<Representation, 'entityTag' | 'codings'>> {
  type: string;
  body: string;
}

const ACCENT_NAME = /^([0-9a-f]{6})\.(css|svg)$/;

/** Colours take milliseconds to make, as codings do, and few are in use; each takes some 40 kB. */
const MOST_KEPT = 100;

const HEADERS = {
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** `/assets/<version>/…`: what pages load. */
export function assetRoutes(): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight: answerOptions });
  resource<AssetParameters>('/assets/:version/:name', { get: [createServeAsset()] });
  return router;
}

interface AssetParameters {
  version: string;
  name: string;
}

function createServeAsset(): RequestHandler<AssetParameters> {
  const kept = new LRUCache<string, Asset>({ max: MOST_KEPT });
  return (request: Request<AssetParameters>, response: Response) => {
    const { version, name } = request.params;
    const asset = kept.get(name) ?? makeAsset(name);
    kept.set(name, asset);
    const { type, ...sent } = asset;
    const headers = { ...HEADERS, ...cachingOf(version), 'Content-Type': type };
    sendRepresentation(request, response, { status: 200, headers, ...sent });
  };
}

/** While instances of two versions run, a page of one may load from the other, which has it in its own version. */
function cachingOf(version: string): HeaderFields {
  return {
    'Cache-Control': version === VERSION ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  };
}

/** @throws AppError `not-found` */
function makeAsset(name: string): Asset {
  const [, accent, ending] = ACCENT_NAME.exec(name) ?? [];
  if (name === 'site.js') return keepable('text/javascript; charset=utf-8', SCRIPT);
  if (ending === 'css') return keepable('text/css; charset=utf-8', `${STYLE}${accentStyle(`#${accent}`)}`);
  if (ending === 'svg') return keepable('image/svg+xml', accentIcon(`#${accent}`));
  throw new AppError('not-found', 'There is no such file.');
}

function keepable(type: string, body: string): Asset {
  return { type, body, entityTag: entityTag(body), codings: new Map() };
}
