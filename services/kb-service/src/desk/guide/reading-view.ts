import type { View } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import { type EditableGuide, inReadingOrder } from '../../writing/drafts/read-for-editing.ts';
import { listNotes } from '../../writing/review/list-notes.ts';
import type { GuideCall } from '../kb-tenant.ts';
import { showContent } from '../preview/preview-pages.ts';
import { translationOf } from '../translations/source-pages.ts';

/** A guide in a language whose texts someone may read only: all that the editor shows, without anything to change. */
export async function readingView(
  { database, publicAddress }: Pick<Context, 'database' | 'publicAddress'>,
  call: GuideCall,
  { choices, properties, ...guide }: EditableGuide,
): Promise<View> {
  const { tenant, base, guideId, here, phrasing, session } = call;
  const { knowledgeBase } = tenant;
  const translation = await translationOf(database, call);
  const { contentHtml, foreign } = await showContent(guide.contentHtml, { base, knowledgeBase });
  const wanted = { knowledgeBaseId: knowledgeBase.id, guideId, personId: session.person.id };
  const notes = await listNotes(database, wanted, guide.contentHtml);
  return {
    template: 'guide/reading',
    title: guide.title || phrasing.words.untitled,
    section: 'guides',
    isWide: true,
    foreign: { ...translation.source?.foreign, ...foreign },
    content: {
      ...translation,
      guide,
      contentHtml,
      language: knowledgeBase.language,
      here,
      categories: inReadingOrder(choices.categories).filter(({ id }) => guide.categories.includes(id)),
      summary: properties.summary,
      notes: notes.filter(({ resolvedBy }) => resolvedBy === null),
      publicAddress: publicAddress({
        host: tenant.key,
        kind: 'guides',
        slug: guide.publishedSlug,
        id: guide.id,
      }),
    },
  };
}
