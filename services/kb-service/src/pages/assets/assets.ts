import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accentIcon, accentStyle } from './accent.ts';

/** What every page of a site loads besides itself: one stylesheet, one script, one icon. */
export interface AssetAddresses {
  style: string;
  script: string;
  icon: string;
}

export const STYLE = read('./site.css');
export const SCRIPT = read('./site.js');

/** Colours of each kind: strong, light and grey. Another way to make shades gives other ones of some of them. */
export const SAMPLES = ['#2456c8', '#ffd400', '#ffffff', '#808080', '#000000'];

/** Of what is served now; its addresses carry it, so that whatever is kept under them never changes. */
export const VERSION = createHash('sha256')
  .update([STYLE, SCRIPT, ...SAMPLES.flatMap((sample) => [accentStyle(sample), accentIcon(sample)])].join())
  .digest('base64url')
  .slice(0, 12);

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
