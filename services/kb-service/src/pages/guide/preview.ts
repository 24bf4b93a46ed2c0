import type { Representation } from '@guidepost/http';
import { compareTexts } from '@guidepost/i18n/text-order';
import type { TrailCategory } from '../../content/topics.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { slugFrom } from '../../model/slug.ts';
import { representPage } from '../page.ts';
import { siteOf } from '../site.ts';
import { showableContent } from './guide-page.ts';

/** A guide as it would be published. */
export interface PreviewedGuide {
  slug: string;
  title: string;
  contentHtml: string;
  tags: readonly string[];
  trail: TrailCategory[];
  scheme: 'light' | 'dark';
}

/** The page of a guide that need not be published, for a frame of the desk. */
export async function representPreview(
  knowledgeBase: KnowledgeBase,
  { slug, title, contentHtml, tags, trail, scheme }: PreviewedGuide,
): Promise<Representation> {
  const site = siteOf(knowledgeBase, `/site/${knowledgeBase.host}`);
  const { content, foreign } = await showableContent(site, {
    slug,
    title,
    content_html: contentHtml,
    updated_at: new Date(),
    tags: tags.toSorted(compareTexts(knowledgeBase.language)).map((name) => ({ name, slug: slugFrom(name) })),
    trail,
    neighbours: [],
  });
  return representPage(site, {
    template: 'guide/guide',
    head: { title, indexed: false },
    content: { ...content, thanks: undefined },
    foreign,
    preview: scheme,
    isPersonal: true,
  });
}
