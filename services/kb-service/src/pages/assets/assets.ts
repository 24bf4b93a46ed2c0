import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What every page of a site loads besides itself: one stylesheet, one script, one icon. */
export interface AssetAddresses {
  style: string;
  script: string;
  icon: string;
}

export const STYLE = read('./site.css');
export const SCRIPT = read('./site.js');
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2456c8"/><path d="M15 6h2v3h7l3 3-3 3h-7v11h-2V15H8V9h7z" fill="#fff"/></svg>`;

/** Of what is served now; its addresses carry it, so that whatever is kept under them never changes. */
export const VERSION = createHash('sha256').update(STYLE).update(SCRIPT).digest('base64url').slice(0, 12);

/** The addresses for a knowledge base, whose accent colour stands in them. */
export function assetAddresses(accentColor: string): AssetAddresses {
  const accent = accentColor.slice(1);
  return {
    style: `/assets/${VERSION}/${accent}.css`,
    script: `/assets/${VERSION}/site.js`,
    icon: `/assets/${VERSION}/${accent}.svg`,
  };
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
