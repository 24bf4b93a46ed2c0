import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { FoundFile } from './vendor.ts';

/** Characters; longer addresses are of nothing that servers answer. */
const LONGEST = 4000;

/** The addresses of images in HTML, resolved against a page; `data:` and what is no address on the web are left out. */
export function imageAddresses(html: string, base: URL): URL[] {
  return addressesIn(html, base, (name, { src, 'data-src': later }) =>
    name === 'img' || name === 'source' ? [src, later] : [],
  );
}

/** The addresses to which links lead. */
export function linkAddresses(html: string, base: URL): URL[] {
  return addressesIn(html, base, (name, { href }) => (name === 'a' ? [href] : []));
}

type Addresses = (name: string, attributes: Partial<Record<string, string>>) => (string | undefined)[];

function addressesIn(html: string, base: URL, addresses: Addresses): URL[] {
  const found: URL[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const address of addresses(name, attributes)) {
        const url = address && address.length <= LONGEST ? URL.parse(address, base) : null;
        if (url && /^https?:$/.test(url.protocol)) found.push(url);
      }
    },
  });
  parser.end(html);
  return found;
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
