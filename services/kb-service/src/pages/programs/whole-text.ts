import { entityTag, LARGE_BYTES } from '@guidepost/http';
import { markdownText, representText } from '@guidepost/pages';
import type { Semaphore } from '@guidepost/service-kit';
import {
  type OutlinedGuide,
  outlineGuides,
  readWholeGuides,
  sizeOfPublished,
} from '../../content/guides-by-category.ts';
import type { Context } from '../../context.ts';
import { VERSION } from '../../version.ts';
import type { WriteGuide } from '../guide/guide-markdown.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';

/** The limit of HTML, which takes a little more than its Markdown. */
const MOST_BYTES = 5_000_000;

const MOST_GUIDES = 10_000;

/** Read at a time. */
const GUIDES = 20;

type WholeTextContext = Pick<
  Context,
  'content' | 'filesUrl' | 'publicAddress' | 'siteAddress' | 'withLargeBodySlot'
> & {
  writeGuide: WriteGuide;
};

/** `/llms-full.txt`: all guides in one text, unless that is too long. */
export function wholeTextPage(context: WholeTextContext): PageKind {
  const { content, siteAddress } = context;
  return {
    keptAs: () => '',
    async read({ site }) {
      const { knowledgeBase } = site;
      const reader = content.of(knowledgeBase);
      const [bytes, guides] = await Promise.all([
        sizeOfPublished(reader, knowledgeBase),
        outlineGuides(reader, knowledgeBase, { limit: MOST_GUIDES + 1, characters: 0 }),
      ]);
      if (bytes > MOST_BYTES || guides.length > MOST_GUIDES) {
        const list = `${siteAddress(knowledgeBase.host) ?? site.base}/llms.txt`;
        const said = `All guides in one text would be too long. ${list} lists them.\n`;
        return { ...representText(said), status: 404 };
      }
      const text = (withSlot: Semaphore) =>
        inOne(guides, (slugs) => withSlot(() => writeBatch(context, site, slugs)));
      if (bytes <= LARGE_BYTES) return representText(await join(text((write) => write())));
      const { body: _, ...whole } = representText('');
      const stream = () => text(context.withLargeBodySlot);
      return { ...whole, entityTag: tagOf(context, site, guides), stream };
    },
  };
}

/** A few guides at a time, as they are when it comes to them. */
async function* inOne(
  guides: readonly OutlinedGuide[],
  write: (slugs: readonly string[]) => Promise<readonly string[]>,
): AsyncGenerator<string> {
  let separator = '';
  for (let from = 0; from < guides.length; from += GUIDES) {
    const slugs = guides.slice(from, from + GUIDES).map(({ slug }) => slug);
    for (const text of await write(slugs)) {
      yield separator + text;
      separator = '\n---\n\n';
    }
  }
}

async function writeBatch(
  { content, writeGuide }: WholeTextContext,
  site: Site,
  slugs: readonly string[],
): Promise<string[]> {
  const { knowledgeBase } = site;
  const texts: string[] = [];
  for (const guide of await readWholeGuides(content.of(knowledgeBase), knowledgeBase, slugs))
    texts.push(markdownText(await writeGuide(site, guide, { isOneOfMany: true })));
  return texts;
}

async function join(texts: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const text of texts) whole += text;
  return whole;
}

/** The entity tag of a text that is not made yet, from all that it depends on. */
function tagOf(
  { filesUrl, publicAddress, siteAddress }: WholeTextContext,
  { knowledgeBase, language }: Site,
  guides: readonly OutlinedGuide[],
): string {
  const { host } = knowledgeBase;
  const example = publicAddress({ host, kind: 'guides', slug: 'slug', id: 1 });
  const places = [VERSION, language, siteAddress(host), example, filesUrl];
  const parts = guides.map(({ slug, title, updated_at, content_digest }) => [
    slug,
    title,
    updated_at,
    content_digest,
  ]);
  return entityTag(JSON.stringify([places, parts]));
}
