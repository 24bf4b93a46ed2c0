import { createHash } from 'node:crypto';
import type { FoundFile } from './vendor.ts';

/** An `<img>` with its addresses, and any address in quotes of an attribute that shows an image. */
const ADDRESS = /<(?:img|source)\b[^>]*?\s(?:src|data-src)\s*=\s*(?:"([^"]{1,4000})"|'([^']{1,4000})')/gi;

const LINK = /<a\b[^>]*?\shref\s*=\s*(?:"([^"]{1,4000})"|'([^']{1,4000})')/gi;

const ENTITIES: Record<string, string> = { '&amp;': '&', '&#38;': '&', '&quot;': '"', '&#39;': "'" };

/** The addresses of images in HTML, resolved against a page; `data:` and what is no address on the web are left out. */
export function imageAddresses(html: string, base: URL): URL[] {
  return addressesBy(ADDRESS, html, base);
}

/** The addresses to which links lead. */
export function linkAddresses(html: string, base: URL): URL[] {
  return addressesBy(LINK, html, base);
}

function addressesBy(pattern: RegExp, html: string, base: URL): URL[] {
  return Array.from(html.matchAll(pattern), ([, double, single]) => double ?? single ?? '').flatMap(
    (text) => {
      const url = URL.parse(
        text.replace(/&(?:amp|#38|quot|#39);/g, (entity) => ENTITIES[entity] ?? ''),
        base,
      );
      return url && /^https?:$/.test(url.protocol) ? [url] : [];
    },
  );
}

/** The id of a file that has none of its vendor's: of its address without the query, in which signatures change. */
export function idOfAddress(url: URL): string {
  const address = `${url.host}${url.pathname}`;
  return `u${createHash('sha256').update(address).digest('hex').slice(0, 24)}`;
}

/** Files behind addresses: those of the vendor, and foreign ones, which are fetched on request only. */
export function filesAt(urls: readonly URL[], isOwn: (url: URL) => boolean): FoundFile[] {
  return urls.map((url) => ({ id: idOfAddress(url), url: url.href, foreign: !isOwn(url) }));
}
