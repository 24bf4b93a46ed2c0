import { createRouter, type HeaderFields, resourcesOn, sendRepresentation } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response, Router } from 'express';
import { answerOptions } from '../page-headers.ts';
import { accentIcon, accentStyle } from './accent.ts';
import { SCRIPT, STYLE, VERSION } from './assets.ts';

interface Asset {
  type: string;
  body: string;
}

const ACCENT_NAME = /^([0-9a-f]{6})\.(css|svg)$/;

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
  resource<{ version: string; name: string }>('/assets/:version/:name', { get: [serveAsset] });
  return router;
}

function serveAsset(request: Request<{ version: string; name: string }>, response: Response): void {
  const { version, name } = request.params;
  const asset = findAsset(name);
  if (!asset) throw new AppError('not-found', 'There is no such file.');
  const headers = { ...HEADERS, ...cachingOf(version), 'Content-Type': asset.type };
  sendRepresentation(request, response, { status: 200, headers, body: asset.body });
}

/** While instances of two versions run, a page of one may load from the other, which has it in its own version. */
function cachingOf(version: string): HeaderFields {
  return {
    'Cache-Control': version === VERSION ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  };
}

function findAsset(name: string): Asset | undefined {
  if (name === 'site.js') return { type: 'text/javascript; charset=utf-8', body: SCRIPT };
  const [, accent, ending] = ACCENT_NAME.exec(name) ?? [];
  if (accent === undefined) return undefined;
  return ending === 'css'
    ? { type: 'text/css; charset=utf-8', body: `${STYLE}${accentStyle(`#${accent}`)}` }
    : { type: 'image/svg+xml', body: accentIcon(`#${accent}`) };
}
