import {
  type LargePage,
  type MarkdownPage,
  type PageAnswer,
  pageOf,
  representMarkdown,
  writeContent,
} from '@guidepost/pages';
import { LRUCache } from 'lru-cache';
import type { GuideInContext } from '../../content/guide-in-context.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { linksToPlace } from '../languages.ts';
import type { PageCall } from '../page.ts';
import type { Site } from '../site.ts';
import { findGuide, movedGuide } from './find-guide.ts';

type WrittenGuide = Pick<
  GuideInContext,
  'id' | 'slug' | 'title' | 'updated_at' | 'content_html' | 'content_digest' | 'shown_from'
>;

/** Writes a guide as Markdown, once until its content changes. One of many is not kept: it would replace the others. */
export type WriteGuide = (
  site: Site,
  guide: WrittenGuide,
  options?: { isOneOfMany: boolean },
) => Promise<MarkdownPage>;

const MOST_KEPT_BYTES = 8_000_000;

const OVERHEAD = 500;

export function createWriteGuide({
  filesUrl: files,
  publicAddress,
  siteAddress,
}: Pick<Context, 'filesUrl' | 'publicAddress' | 'siteAddress'>): WriteGuide {
  const kept = new LRUCache<string, string>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: (text) => 2 * text.length + OVERHEAD,
  });
  return async ({ knowledgeBase }, guide, { isOneOfMany } = { isOneOfMany: false }) => {
    const { id, slug, title, updated_at: updated, content_html: html, content_digest: digest } = guide;
    const { host } = knowledgeBase;
    const language = languageOfText(knowledgeBase, guide);
    // Links stay in the language of the page.
    const base = siteAddress(host);
    const key = [digest, language, base].join(' ');
    const known = isOneOfMany ? kept.peek(key) : kept.get(key);
    const text = known ?? (await writeContent({ html, language, base, files, folder: '/guides/' }));
    if (known === undefined && !isOneOfMany) kept.set(key, text);
    const address = publicAddress({ host, kind: 'guides', slug, id });
    return { title, address, updated, language, text };
  };
}

/** That of another text may stand in for a missing translation. */
function languageOfText({ language, languages }: KnowledgeBase, { shown_from }: WrittenGuide): string {
  return languages.find(({ id }) => id === shown_from)?.language ?? language;
}

type MarkdownContext = Pick<Context, 'content' | 'publicAddress' | 'siteAddress'> & {
  writeGuide: WriteGuide;
};

/** The Markdown of a guide's page. */
export async function readGuideMarkdown(
  context: MarkdownContext,
  call: PageCall,
): Promise<PageAnswer | LargePage> {
  return pageOf(
    (mostBytes) => findGuide(context, call, mostBytes),
    async (guide) => {
      if (guide) return representGuide(context, call.site, guide);
      const { movedTo } = await movedGuide(context, call);
      return { movedTo: `${movedTo}.md` };
    },
  );
}

async function representGuide(context: MarkdownContext, site: Site, guide: GuideInContext) {
  const page = await context.writeGuide(site, guide);
  if (page.language === site.language) return representMarkdown(page);
  const place = { site, kind: 'guides', id: guide.id } as const;
  const languages = await linksToPlace(context, context.content.of(site.knowledgeBase), place);
  const source = languages?.find(({ tag }) => tag === page.language);
  return representMarkdown({ ...page, address: source?.address ?? page.address });
}
