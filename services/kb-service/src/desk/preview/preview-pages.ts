import type { Query } from '@guidepost/http';
import type { ForeignSources } from '@guidepost/pages';
import type { Comparison } from '../../comparing/mark-differences.ts';
import type { Context } from '../../context.ts';
import { withFilesAt } from '../../files/content-files.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { foreignSources, prepareContent } from '../../pages/guide/content.ts';
import { representPreview } from '../../pages/guide/preview.ts';
import { siteOf } from '../../pages/site.ts';
import { readForEditing, trailOf } from '../../writing/drafts/read-for-editing.ts';
import { guideCallOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const WIDTHS = ['wide', 'phone'] as const;
const SCHEMES = ['light', 'dark'] as const;

/** A guide's draft as its page for readers, in both colour schemes and on the width of a phone. */
export function previewPages(context: Pick<Context, 'database'>): Record<string, KbPage> {
  const { database } = context;
  return {
    '/guides/:guide/preview': {
      async read(call) {
        const { tenant, guideId, here, query, phrasing } = guideCallOf(call);
        const guide = await readForEditing(database, { host: tenant.key, guideId });
        const width = WIDTHS.find((each) => each === query.first('width')) ?? 'wide';
        const scheme = schemeOf(query);
        return {
          template: 'preview/preview',
          title: `${phrasing.words.preview}: ${guide.title}`,
          section: 'guides',
          isWide: true,
          content: { guide, here, width, scheme, widths: WIDTHS, schemes: SCHEMES },
          foreign: { 'frame-src': "'self'" },
        };
      },
    },
    '/guides/:guide/preview/page': {
      async read(call) {
        const { tenant, guideId, query, base } = guideCallOf(call);
        const guide = await readForEditing(database, { host: tenant.key, guideId });
        const { categories } = guide.choices;
        return representPreview(tenant.knowledgeBase, {
          ...guide,
          contentHtml: withFilesAt(guide.contentHtml, base),
          trail: trailOf(categories, guide.categories[0]),
          scheme: schemeOf(query),
        });
      },
    },
  };
}

function schemeOf(query: Query): (typeof SCHEMES)[number] {
  return SCHEMES.find((each) => each === query.first('scheme')) ?? 'light';
}

interface ShownComparison extends Comparison {
  /** Whether readers see no difference. */
  isSame: boolean;
  /** Sources that its pictures come from. */
  foreign: ForeignSources | undefined;
}

/** A comparison as pages of the desk show it: as readers see guides, but without places to link to. */
export async function showComparison(
  comparison: Comparison,
  { base, tenant }: Pick<KbCall, 'base' | 'tenant'>,
): Promise<ShownComparison> {
  const { contentHtml, foreign } = await showContent(comparison.contentHtml, {
    base,
    knowledgeBase: tenant.knowledgeBase,
  });
  return { ...comparison, contentHtml, isSame: comparison.changes.length === 0, foreign };
}

/** Content beside something else, as readers see it, but without places to link to. @param base where files are */
export async function showContent(
  contentHtml: string,
  { base, knowledgeBase }: { base: string; knowledgeBase: KnowledgeBase },
): Promise<{ contentHtml: string; foreign: ForeignSources | undefined }> {
  const { words } = siteOf(knowledgeBase, base).phrasing;
  const placed = withFilesAt(contentHtml, base);
  const { html, foreign } = await prepareContent(placed, words, { hasPlaces: false });
  return { contentHtml: html, foreign: foreignSources(foreign) };
}
