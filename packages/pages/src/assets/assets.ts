import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createRouter,
  entityTag,
  type HeaderFields,
  type Representation,
  resourcesOn,
  securityHeaders,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { type AccentShades, accentShades, type Scheme } from '../accent/accent-shades.ts';
import { FONTS, type Font, fontStyle } from '../fonts/fonts.ts';
import { answerOptions } from '../page-headers.ts';

export interface Asset extends Required<Pick<Representation, 'entityTag' | 'codings'>> {
  type: string;
  body: string;
  /** Part of the URL, so that cached content never changes. */
  hash: string;
}

export interface AssetAddresses {
  style: string;
  script: string;
  icon: string;
}

export interface Assets {
  /** Below which they are served: `/assets`. */
  path: string;
  /** `site.js`, or by accent colour and font: `2456c8.css`, `2456c8.serif.css` and `2456c8.svg`. */
  find(name: string): Asset | undefined;
  addresses(accentColor: string, variant?: Variant): AssetAddresses;
  /** The address of a file that only some pages load. */
  addressOf(name: string): string;
}

export interface Variant {
  font?: Font | undefined;
  /** Shown whatever the browser prefers. */
  scheme?: Scheme | undefined;
}

const BASE_STYLE = new URL('./base.css', import.meta.url);

const STORAGE_SCRIPT = new URL('./storage.js', import.meta.url);

const TIMES_SCRIPT = new URL('./times.js', import.meta.url);

/** Keeps what is typed in forms that include `DRAFT_TEMPLATE`. Its place is before scripts that change the address. */
export const DRAFTS_SCRIPT = new URL('./drafts.js', import.meta.url);

/** Formats text fields that have `WRITING_BAR_TEMPLATE`. */
export const WRITING_BAR_SCRIPT = new URL('./writing-bar.js', import.meta.url);

/** Lists the files of forms that have `FILE_INPUT_TEMPLATE`, and takes pasted ones. */
export const ATTACH_FILES_SCRIPT = new URL('./attach-files.js', import.meta.url);

/** The look of what helps to write: drafts, the bar with tools, chosen files. */
export const WRITING_STYLE = new URL('./writing.css', import.meta.url);

/** Progressive enhancement of pages for readers. */
export const BASE_SCRIPT = new URL('./base.js', import.meta.url);

const ACCENT_NAME = /^([0-9a-f]{6})(?:\.(humanist|serif|rounded))?(?:\.(light|dark))?\.(css|svg)$/;

export interface OwnAssets {
  /** Appended to the common stylesheet. */
  style: readonly URL[];
  /**
   * Scripts, in order, after those that all pages have; `BASE_SCRIPT` is the first one of pages for readers, but for
   * `DRAFTS_SCRIPT`.
   */
  script: readonly URL[];
  /** Scripts and style sheets that only some pages load, by name. */
  further?: Readonly<Record<string, URL>>;
  /** `/assets` by default. */
  path?: string;
}

export function createAssets(own: OwnAssets): Assets {
  const { path = '/assets', further = {} } = own;
  const style = [BASE_STYLE, ...own.style].map(read).join('');
  const script = [STORAGE_SCRIPT, TIMES_SCRIPT, ...own.script].map(read).join('');
  // Colours and codings take milliseconds and some 40 kB each; few are in use.
  const kept = new LRUCache<string, Asset>({ max: 100 });

  function find(name: string): Asset | undefined {
    const asset = kept.get(name) ?? make(name);
    if (asset) kept.set(name, asset);
    return asset;
  }

  function make(name: string): Asset | undefined {
    const [, accent, fontName, scheme, ending] = ACCENT_NAME.exec(name) ?? [];
    if (name === 'site.js') return describeAsset('text/javascript; charset=utf-8', script);
    const file = Object.hasOwn(further, name) ? further[name] : undefined;
    if (file) return describeAsset(typeOf(name), read(file));
    if (ending === 'css') {
      const font = FONTS.find((each) => each === fontName) ?? 'system';
      const text = style + accentStyle(`#${accent}`) + fontStyle(font);
      return describeAsset('text/css; charset=utf-8', inScheme(text, scheme as Scheme | undefined));
    }
    if (ending === 'svg') return describeAsset('image/svg+xml', accentIcon(`#${accent}`));
    return undefined;
  }

  function addressOf(name: string): string {
    const asset = find(name);
    if (!asset) throw new Error(`Pages have no asset ${name}.`);
    return `${path}/${asset.hash}/${name}`;
  }

  return {
    path,
    find,
    addresses(accentColor, { font, scheme } = {}) {
      const accent = accentColor.slice(1);
      const variant = [accent, font === 'system' ? undefined : font, scheme];
      return {
        style: addressOf(`${variant.filter(Boolean).join('.')}.css`),
        script: addressOf('site.js'),
        icon: addressOf(`${accent}.svg`),
      };
    },
    addressOf,
  };
}

function typeOf(name: string): string {
  return `text/${name.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`;
}

/** Fixes the colour scheme of a stylesheet: frames cannot set what their pages prefer. */
function inScheme(style: string, scheme: Scheme | undefined): string {
  if (!scheme) return style;
  return style
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? '(width >= 0)' : '(width < 0)')
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? '(width>=0)' : '(width<0)')
    .replace('color-scheme: light dark', `color-scheme: ${scheme}`);
}

function describeAsset(type: string, body: string): Asset {
  return {
    type,
    body,
    hash: hash('sha256', body, 'base64url').slice(0, 12),
    entityTag: entityTag(body),
    codings: new Map(),
  };
}

function read(file: URL): string {
  return readFileSync(file, 'utf8');
}

/** The custom properties for the stylesheet's accent, in both schemes. */
function accentStyle(accent: string): string {
  const { light, dark } = accentShades(accent);
  return `:root{${properties(light)}}@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}\n`;
}

/** A signpost on the accent colour, for tabs and bookmarks. */
function accentIcon(accent: string): string {
  const { fill, onFill } = accentShades(accent).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><path d="M15 6h2v3h7l3 3-3 3h-7v11h-2V15H8V9h7z" fill="${onFill}"/></svg>`;
}

function properties({ text, fill, onFill, tint, border = 'transparent' }: AccentShades): string {
  return `--accent-text:${text};--accent-fill:${fill};--accent-on-fill:${onFill};--accent-tint:${tint};--accent-border:${border}`;
}

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
  return { status: 200, headers: assetHeaders(type, { isCurrent: params.hash === hash }), ...sent };
}

/** The headers of what has a digest of its content in its address, kept forever where that is the current one. */
export function assetHeaders(type: string, { isCurrent }: { isCurrent: boolean }): HeaderFields {
  const caching = isCurrent ? 'public, max-age=31536000, immutable' : 'public, no-cache';
  return { ...HEADERS, 'Cache-Control': caching, 'Content-Type': type };
}
