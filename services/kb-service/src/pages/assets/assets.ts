import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { entityTag, type Representation } from '@guidepost/http';
import { LRUCache } from 'lru-cache';
import { accentIcon, accentStyle } from './accent.ts';

/** Something that pages load besides themselves. */
export interface Asset extends Required<Pick<Representation, 'entityTag' | 'codings'>> {
  type: string;
  body: string;
  /** Stands in its address, so that what is kept under one never changes. */
  hash: string;
}

/** What every page of a site loads besides itself: one stylesheet, one script, one icon. */
export interface AssetAddresses {
  style: string;
  script: string;
  icon: string;
}

const STYLE = read('./site.css');
const SCRIPT = read('./site.js');

const ACCENT_NAME = /^([0-9a-f]{6})\.(css|svg)$/;

/** Colours take milliseconds to make, as codings do, and few are in use; each takes some 40 kB. */
const kept = new LRUCache<string, Asset>({ max: 100 });

/** `site.js`, or what has an accent colour in it: `2456c8.css` and `2456c8.svg`. */
export function findAsset(name: string): Asset | undefined {
  const asset = kept.get(name) ?? makeAsset(name);
  if (asset) kept.set(name, asset);
  return asset;
}

/** The addresses for a knowledge base that has this accent colour. */
export function assetAddresses(accentColor: string): AssetAddresses {
  const accent = accentColor.slice(1);
  return {
    style: addressOf(`${accent}.css`),
    script: addressOf('site.js'),
    icon: addressOf(`${accent}.svg`),
  };
}

function addressOf(name: string): string {
  const asset = findAsset(name);
  if (!asset) throw new Error(`Pages have no asset ${name}.`);
  return `/assets/${asset.hash}/${name}`;
}

function makeAsset(name: string): Asset | undefined {
  const [, accent, ending] = ACCENT_NAME.exec(name) ?? [];
  if (name === 'site.js') return describeAsset('text/javascript; charset=utf-8', SCRIPT);
  if (ending === 'css') return describeAsset('text/css; charset=utf-8', STYLE + accentStyle(`#${accent}`));
  if (ending === 'svg') return describeAsset('image/svg+xml', accentIcon(`#${accent}`));
  return undefined;
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

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
