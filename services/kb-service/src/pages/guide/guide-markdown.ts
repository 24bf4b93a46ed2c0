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
import type { PageCall } from '../page.ts';
import type { Site } from '../site.ts';
import { findGuide, movedGuide } from './find-guide.ts';

type WrittenGuide = Pick<
  GuideInContext,
  'id' | 'slug' | 'title' | 'updated_at' | 'content_html' | 'content_digest'
>;

/** Writes a guide as Markdown, once until its content changes. */
export type WriteGuide = (site: Site, guide: WrittenGuide) => Promise<MarkdownPage>;

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
  return async (
    site,
    { id, slug, title, updated_at: updated, content_html: html, content_digest: digest },
  ) => {
    const { host, language } = site.knowledgeBase;
    const base = siteAddress(host);
    const key = [digest, language, base].join(' ');
    const text = kept.get(key) ?? (await writeContent({ html, language, base, files }));
    kept.set(key, text);
    const address = publicAddress({ host, kind: 'guides', slug, id });
    return { title, address, updated, language, text };
  };
}

/** The Markdown of a guide's page. */
export async function readGuideMarkdown(
  { content, writeGuide }: Pick<Context, 'content'> & { writeGuide: WriteGuide },
  call: PageCall,
): Promise<PageAnswer | LargePage> {
  return pageOf(
    (mostBytes) => findGuide({ content }, call, mostBytes),
    async (guide) => {
      if (guide) return representMarkdown(await writeGuide(call.site, guide));
      const { movedTo } = await movedGuide({ content }, call);
      return { movedTo: `${movedTo}.md` };
    },
  );
}
