import type { NewAddress } from '@guidepost/addresses';
import type { Executor } from '@guidepost/postgres';
import { writeAddresses } from '../../addresses/write-addresses.ts';
import { TOPIC_SLUGS } from '../../model/topics.ts';
import { changeForum } from '../../tenants/change-forum.ts';
import { type Place, tagOf } from './place-map.ts';

/** The page of a place: the tag that its dialogs have, or the list of their kind. */
export function pageOfPlace({ topic, tags: [tag] }: Place): string {
  return tag === undefined ? `/${TOPIC_SLUGS[topic]}` : pageOfTag(tag);
}

export function pageOfTag(name: string): string {
  return `/tags/${encodeURIComponent(tagOf(name))}`;
}

/**
 * Has addresses of lists and tags lead to pages here. Those that lead to nothing, such as to a tag of restricted topics
 * alone, are left out. @returns how many are new
 */
export function importPageAddresses(
  database: Executor,
  { slug, addresses, publicUrl }: { slug: string; addresses: readonly NewAddress[]; publicUrl: string },
): Promise<number> {
  return changeForum(database, slug, async (transaction, forum) => {
    const options = { forum, publicUrl, madeBy: 'import', madeWith: 'import', replace: 'imported' } as const;
    const { created, changed } = await writeAddresses(transaction, addresses, options);
    return { changed: created + changed > 0, result: created };
  });
}
