import { isAllowedLink } from '../markup/allowed-markup.ts';

/** The address that was meant; undefined for none that is allowed. */
export function asAddress(typed: string): string | undefined {
  const address = typed.trim();
  if (!address || !isAllowedLink(address)) return undefined;
  if (/^[^\s@/:?#]+@[^\s@/:]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  if (/^\+?[\d\s().-]{5,}$/.test(address)) return `tel:${address.replace(/\s/g, '')}`;
  if (/^www\.\S+$/i.test(address) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/i.test(address))
    return `https://${address}`;
  return /\s/.test(address) ? undefined : address;
}

/** Google Docs copies a link as an address of its own that redirects; this is where it leads. */
export function withoutRedirect(address: string): string {
  const url = URL.parse(address);
  if (url?.pathname !== '/url' || !/^(?:www\.)?google\.com$/.test(url.hostname)) return address;
  const target = url.searchParams.get('q') ?? '';
  return /^https?:/i.test(target) && URL.canParse(target) ? target : address;
}

const AT_DESK =
  /^\/desk\/kb\/([^/]+)\/(?:(files\/.+)|guides\/([a-z][a-z0-9-]*|\d[a-z0-9-]*[a-z-][a-z0-9-]*))$/;

/**
 * The address that guides have for what they show, such as `/files/…`, of one that was copied from a page of the desk.
 * @param page where it is pasted
 */
export function asInGuide(address: string, page: string): string {
  const [url, here] = [URL.parse(address), new URL(page)];
  const [, host, file, slug] = (url?.origin === here.origin && AT_DESK.exec(url.pathname)) || [];
  if (host === undefined || hostIn(host) !== hostIn(here.pathname.split('/')[3] ?? '')) return address;
  return file === undefined ? `${slug}${url?.hash}` : `/${file}`;
}

/** A further language follows the host. */
function hostIn(name: string): string | undefined {
  return decodeURIComponent(name).split(':')[0];
}

const YOUTUBE = new Set(['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be']);

/** The player of a video on YouTube or Vimeo; undefined for any other address. */
export function playerOf(address: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`);
  const host = url?.hostname.replace(/^www\./, '') ?? '';
  if (!url) return undefined;
  if (YOUTUBE.has(host)) {
    const [, id] = /^(?:\/(?:embed|shorts|live|v))?\/([\w-]{6,20})$/.exec(url.pathname) ?? [];
    const video = url.searchParams.get('v') ?? id;
    return video && /^[\w-]+$/.test(video) ? `https://www.youtube-nocookie.com/embed/${video}` : undefined;
  }
  const [, id] = (/^(?:player\.)?vimeo\.com$/.test(host) && /\/(\d+)/.exec(url.pathname)) || [];
  return id ? `https://player.vimeo.com/video/${id}` : undefined;
}
