import { type AccentShades, accentShades } from './accent-shades.ts';

/** The custom properties for the stylesheet's accent, in both schemes. */
export function accentStyle(accent: string): string {
  const { light, dark } = accentShades(accent);
  return `:root{${properties(light)}}@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}\n`;
}

/** A signpost on the accent colour, for tabs and bookmarks. */
export function accentIcon(accent: string): string {
  const { fill, onFill } = accentShades(accent).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><path d="M15 6h2v3h7l3 3-3 3h-7v11h-2V15H8V9h7z" fill="${onFill}"/></svg>`;
}

function properties({ text, fill, onFill, tint, border = 'transparent' }: AccentShades): string {
  return `--accent-text:${text};--accent-fill:${fill};--accent-on-fill:${onFill};--accent-tint:${tint};--accent-border:${border}`;
}
