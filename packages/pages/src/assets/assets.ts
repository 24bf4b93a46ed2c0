import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { entityTag, type Representation } from '@guidepost/http';
import { LRUCache } from 'lru-cache';
import { accentIcon, accentStyle } from '../accent/accent-style.ts';

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
  /** `site.js`, or by accent colour: `2456c8.css` and `2456c8.svg`. */
  find(name: string): Asset | undefined;
  addresses(accentColor: string): AssetAddresses;
}

const BASE_STYLE = read(new URL('./base.css', import.meta.url));
const BASE_SCRIPT = read(new URL('./base.js', import.meta.url));

const ACCENT_NAME = /^([0-9a-f]{6})\.(css|svg)$/;

/** @param own the service's stylesheet and script, appended to the common ones */
export function createAssets(own: { style: URL; script: URL }): Assets {
  const style = BASE_STYLE + read(own.style);
  const script = BASE_SCRIPT + read(own.script);
  // Colours and codings take milliseconds and some 40 kB each; few are in use.
  const kept = new LRUCache<string, Asset>({ max: 100 });

  function find(name: string): Asset | undefined {
    const asset = kept.get(name) ?? make(name);
    if (asset) kept.set(name, asset);
    return asset;
  }

  function make(name: string): Asset | undefined {
    const [, accent, ending] = ACCENT_NAME.exec(name) ?? [];
    if (name === 'site.js') return describeAsset('text/javascript; charset=utf-8', script);
    if (ending === 'css') return describeAsset('text/css; charset=utf-8', style + accentStyle(`#${accent}`));
    if (ending === 'svg') return describeAsset('image/svg+xml', accentIcon(`#${accent}`));
    return undefined;
  }

  function addressOf(name: string): string {
    const asset = find(name);
    if (!asset) throw new Error(`Pages have no asset ${name}.`);
    return `/assets/${asset.hash}/${name}`;
  }

  return {
    find,
    addresses(accentColor) {
      const accent = accentColor.slice(1);
      return {
        style: addressOf(`${accent}.css`),
        script: addressOf('site.js'),
        icon: addressOf(`${accent}.svg`),
      };
    },
  };
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
