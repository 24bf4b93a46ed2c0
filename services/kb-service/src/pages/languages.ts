import { fill } from '@guidepost/i18n';
import { languageName } from '@guidepost/i18n/language-tag';
import type { PageLanguage } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { listPlaces, type PlacedKind, type PlaceInLanguage } from '../content/translated-pages.ts';
import type { Context } from '../context.ts';
import { hostIn } from '../model/knowledge-base.ts';
import { phrasingOf, type Site } from './site.ts';

type Addresses = Pick<Context, 'siteAddress' | 'publicAddress'>;

/** Makes the links of a page to itself in the languages of its site; undefined for a site with one. */
interface LinksOfPage {
  /** The path below the site in a language; undefined if the page does not exist there. */
  pathIn: (edition: { id: number; language: string }) => string | undefined;
  /** The absolute URL in a language that has a text of its own; undefined for all others. */
  addressIn: (edition: { id: number; language: string }) => string | undefined;
}

function linksTo(
  { knowledgeBase, root }: Site,
  { pathIn, addressIn }: LinksOfPage,
): PageLanguage[] | undefined {
  const { languages, language: current } = knowledgeBase;
  if (languages.length === 1) return undefined;
  return languages.map((edition, index) => {
    const { language: tag } = edition;
    const base = index === 0 ? root : `${root}/${tag.toLowerCase()}`;
    const name = ownNameOf(tag);
    return {
      tag,
      name,
      path: base + (pathIn(edition) ?? '') || '/',
      address: addressIn(edition),
      isCurrent: tag === current,
      offer: fill(phrasingOf(tag).words.thisPageIn, { language: name }),
    };
  });
}

/** A page that every language has at the same path: `/guides`, or an empty one for the home page. */
export function linksToSamePath(
  { siteAddress }: Pick<Addresses, 'siteAddress'>,
  site: Site,
  path: string,
): PageLanguage[] | undefined {
  return linksTo(site, {
    pathIn: () => path,
    addressIn: (edition) => {
      const home = siteAddress(hostIn(site.knowledgeBase, edition));
      return home && home + path;
    },
  });
}

/** A guide, a category or a tag in each language where readers see it; the home page in the others. */
export async function linksToPlace(
  { publicAddress, siteAddress }: Addresses,
  content: ContentReader,
  { site, kind, id }: { site: Site; kind: PlacedKind; id: number },
): Promise<PageLanguage[] | undefined> {
  const { languages, main_host } = site.knowledgeBase;
  if (languages.length === 1) return undefined;
  const ids = languages.map((edition) => edition.id);
  const places = new Map<number, PlaceInLanguage>(
    (await listPlaces(content, { kind, languages: ids, id })).map((place) => [
      place.knowledge_base_id,
      place,
    ]),
  );
  const isOurs = siteAddress(main_host) !== undefined;
  return linksTo(site, {
    pathIn: (edition) => {
      const place = places.get(edition.id);
      return place && `/${kind}/${place.slug}`;
    },
    addressIn: (edition) => {
      const place = places.get(edition.id);
      if (!place?.has_text || !isOurs) return undefined;
      return publicAddress({ host: hostIn(site.knowledgeBase, edition), kind, slug: place.slug, id });
    },
  });
}

/** `Français`, as it begins a line. */
function ownNameOf(tag: string): string {
  const name = languageName(tag, tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
