import type { AddressReader, Refusal } from './address-reader.ts';
import type { ResolvedTarget } from './settle-addresses.ts';

/** A target by its name, before it is looked for. */
interface NamedTarget<Kind extends string> {
  kind: Kind | 'page' | 'url' | 'address';
  name: string;
  /** The path that readers would ask for; undefined for what is on another site. */
  path: string | undefined;
  fragment: string | null;
}

/** Whose the hosts are that targets name. */
interface TenantsOfHosts {
  /** Tenants by host, and by the place of a site below a host of the service. */
  owners: ReadonlyMap<string, number>;
  /** The tenant that the targets are for. */
  id: number;
}

/** The columns of an address that every service has; all columns but one are null, and perhaps the fragment. */
interface TargetColumns {
  page: string | null;
  url: string | null;
  fragment: string | null;
}

/** A target that is there, by what names it. */
export type FoundTarget<Target> = Target & { kind: string; name: string };

/** Where targets are looked for. */
interface TargetPlace<Kind extends string, Target> {
  /** The tenant. */
  id: number;
  listOwners(sites: readonly string[]): Promise<TenantsOfHosts['owners']>;
  /**
   * The targets that names or the entries of addresses lead to. The first one of a name counts.
   * @param namesOf the names of a kind
   */
  find(
    namesOf: (kind: Kind) => string[],
    entries: readonly string[],
  ): Promise<readonly FoundTarget<Target>[]>;
}

interface TargetReaderOptions<Kind extends string, Target> {
  reader: Pick<AddressReader, 'readPath' | 'entriesOf'>;
  /** A target with no column set. */
  nowhere: Target;
  /** Pages that every site has, by path or by the word that names them. */
  pages: Readonly<Record<string, string>>;
  /** The thing that a path of the site names; undefined for a path that may be another address. */
  nameOfPath(path: string, fragment: string | null): { kind: Kind; name: string } | undefined;
  /** The thing that a word names which is neither a path nor a URL. */
  nameOfWord?(word: string): { kind: Kind; name: string } | undefined;
  /** The site that a path below a host of the service is of, and the rest of the path. */
  siteIn(path: string): { site: string; rest: string } | undefined;
  /** Whether sites are below paths of this host; of every host by default. */
  hasSites?(host: string): boolean;
  /** A target for messages. */
  example: string;
  /** `another knowledge base` */
  otherTenant: string;
}

const LONGEST_URL = 2_000;
const LONGEST_FRAGMENT = 200;

/**
 * Reads targets as people type them: a path of the site, a word for a page, or an https URL of another site, which is
 * none of another tenant.
 */
export function createTargetReader<Kind extends string, Target extends TargetColumns>(
  options: TargetReaderOptions<Kind, Target>,
) {
  const { reader, nowhere, pages, nameOfPath, nameOfWord = () => undefined, siteIn } = options;
  const { readPath, entriesOf } = reader;
  const { hasSites = () => true, example, otherTenant } = options;
  const OTHER_TENANT: Refusal = { reason: 'tenant', message: `An address must not lead to ${otherTenant}.` };

  function nameUrl(typed: string, { owners, id }: TenantsOfHosts): NamedTarget<Kind> | Refusal {
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    if (!url || !/^https?:\/\//i.test(typed)) {
      return wrong(`A target is a path such as ${example}, contact, or a URL that begins with https://.`);
    }
    const onSite = `${url.pathname}${url.search}${url.hash}`;
    const site = hasSites(url.host) ? siteIn(url.pathname)?.site : undefined;
    const below = site === undefined ? undefined : owners.get(site);
    const owner = owners.get(url.host) ?? owners.get(url.hostname) ?? below;
    if (owner === id && (below === undefined || below === id)) return nameOnSite(onSite, { owners, id });
    if (owner !== undefined) return OTHER_TENANT;
    if (url.protocol !== 'https:') return wrong('A URL of another site begins with https://.');
    if (url.username !== '' || url.password !== '')
      return wrong('A URL must not contain a name or a password.');
    if (url.href.length > LONGEST_URL) return wrong(`A URL has up to ${LONGEST_URL} characters.`);
    return { kind: 'url', name: url.href, path: undefined, fragment: null };
  }

  function nameOnSite(typed: string, { owners, id }: TenantsOfHosts): NamedTarget<Kind> | Refusal {
    const site = siteIn(typed);
    const owner = site && owners.get(site.site);
    if (owner !== undefined && owner !== id) return OTHER_TENANT;
    const path = readPath(site?.rest ?? typed);
    if (path === undefined) return wrong(`${typed} is no path.`);
    const fragment = fragmentOf(typed);
    if (Object.hasOwn(pages, path)) return { kind: 'page', name: pages[path] ?? '', path, fragment };
    return { ...(nameOfPath(path, fragment) ?? { kind: 'address', name: path }), path, fragment };
  }

  /** The hosts and sites that targets name. */
  function hostsIn(typed: readonly string[]): string[] {
    const named = typed.flatMap((text) => {
      const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
      const site = siteIn(url?.pathname ?? text.trim());
      return [...(url ? [url.host, url.hostname] : []), ...(site ? [site.site] : [])];
    });
    return [...new Set(named)];
  }

  /** A refusal if it may lead nowhere, whatever there is. */
  function readTarget(text: string, tenants: TenantsOfHosts): NamedTarget<Kind> | Refusal {
    const typed = text.trim();
    const page = typed.startsWith('/') || !Object.hasOwn(pages, typed) ? undefined : pages[typed];
    if (page !== undefined) return { kind: 'page', name: page, path: undefined, fragment: null };
    const named = nameOfWord(typed);
    if (named) return { ...named, path: undefined, fragment: null };
    return typed.startsWith('/') && !typed.startsWith('//')
      ? nameOnSite(typed, tenants)
      : nameUrl(typed, tenants);
  }

  function resolve(
    named: NamedTarget<Kind> | Refusal,
    found: ReadonlyMap<string, Target>,
  ): ResolvedTarget<Target> {
    if ('reason' in named) return { refusal: named };
    const { kind, name, path, fragment } = named;
    if (kind === 'page') return { target: { ...nowhere, page: name, fragment }, path };
    if (kind === 'url') return { target: { ...nowhere, url: name }, path };
    const entries = path === undefined ? [] : entriesOf(path);
    const [present] = [`${kind} ${name}`, ...entries.map((entry) => `address ${entry}`)].flatMap(
      (key) => found.get(key) ?? [],
    );
    if (!present) {
      const refusal: Refusal = { reason: 'nothing', message: `Nothing is at ${path ?? name}.` };
      return { refusal, ...(path !== undefined && { path }) };
    }
    return { target: { ...present, fragment: fragment ?? present.fragment }, path };
  }

  /** Looks for targets as they are typed. */
  return async (
    typed: readonly string[],
    { id, listOwners, find }: TargetPlace<Kind, Target>,
  ): Promise<Map<string, ResolvedTarget<Target>>> => {
    const hosts = hostsIn(typed);
    const tenants = { owners: hosts.length === 0 ? new Map<string, number>() : await listOwners(hosts), id };
    const named = new Map([...new Set(typed)].map((text) => [text, readTarget(text, tenants)]));
    const wanted = [...named.values()].filter((each): each is NamedTarget<Kind> => !('reason' in each));
    const namesOf = (one: Kind) => wanted.flatMap(({ kind, name }) => (kind === one ? [name] : []));
    const entries = wanted.flatMap(({ path }) => (path === undefined ? [] : entriesOf(path)));
    const rows = await find(namesOf, entries);
    const found = new Map(
      rows.toReversed().map(({ kind, name, ...target }) => [`${kind} ${name}`, target as unknown as Target]),
    );
    return new Map(Array.from(named, ([text, each]) => [text, resolve(each, found)]));
  };
}

function wrong(message: string): Refusal {
  return { reason: 'target', message };
}

/** Decoded; null for none, and for what names no place. */
function fragmentOf(typed: string): string | null {
  const place = typed.indexOf('#');
  const fragment = place === -1 ? '' : decodeFragment(typed.slice(place + 1));
  const isName = fragment.length <= LONGEST_FRAGMENT && /^[\p{L}\p{M}\p{N}\p{P}%+=~-]+$/u.test(fragment);
  return isName ? fragment : null;
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
