import { LRUCache } from 'lru-cache';
import { type AccentShades, accentShades, type Scheme } from '../../appearance/accent-shades.ts';

/** Colours take milliseconds to make, and few are in use. */
const kept = new LRUCache<string, Record<Scheme, AccentShades>>({ max: 100 });

/** The custom properties that the stylesheet takes its accent from, in both schemes. */
export function accentStyle(accent: string): string {
  const { light, dark } = shadesOf(accent);
  return `:root{${properties(light)}}@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}\n`;
}

/** A signpost on the accent colour, for tabs and bookmarks. */
export function accentIcon(accent: string): string {
  const { fill, onFill } = shadesOf(accent).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><path d="M15 6h2v3h7l3 3-3 3h-7v11h-2V15H8V9h7z" fill="${onFill}"/></svg>`;
}

function shadesOf(accent: string): Record<Scheme, AccentShades> {
  const shades = kept.get(accent) ?? accentShades(accent);
  kept.set(accent, shades);
  return shades;
}

function properties({ text, fill, onFill, tint, border = 'transparent' }: AccentShades): string {
  return `--accent-text:${text};--accent-fill:${fill};--accent-on-fill:${onFill};--accent-tint:${tint};--accent-border:${border}`;
}
