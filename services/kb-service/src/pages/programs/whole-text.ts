import { markdownText, representText } from '@guidepost/pages';
import { outlineGuides, readWholeGuides, sizeOfPublished } from '../../content/guides-by-category.ts';
import type { Context } from '../../context.ts';
import type { WriteGuide } from '../guide/guide-markdown.ts';
import type { PageKind } from '../page.ts';

/** The limit of HTML, which takes a little more than its Markdown. */
const MOST_BYTES = 5_000_000;

const MOST_GUIDES = 10_000;

/** Read at a time. */
const GUIDES = 50;

/** `/llms-full.txt`: all guides in one text, unless that is too long. */
export function wholeTextPage({
  content,
  siteAddress,
  writeGuide,
}: Pick<Context, 'content' | 'siteAddress'> & { writeGuide: WriteGuide }): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const { knowledgeBase } = site;
      const reader = content.of(knowledgeBase);
      if ((await sizeOfPublished(reader, knowledgeBase)) > MOST_BYTES) {
        const list = `${siteAddress(knowledgeBase.host) ?? site.base}/llms.txt`;
        return {
          ...representText(`All guides in one text would be too long. ${list} lists them.\n`),
          status: 404,
        };
      }
      return {
        async makeLarge() {
          const outlined = await outlineGuides(reader, knowledgeBase, { limit: MOST_GUIDES, characters: 0 });
          const texts: string[] = [];
          for (let from = 0; from < outlined.length; from += GUIDES) {
            const slugs = outlined.slice(from, from + GUIDES).map(({ slug }) => slug);
            for (const guide of await readWholeGuides(reader, knowledgeBase, slugs))
              texts.push(markdownText(await writeGuide(site, guide)));
          }
          return representText(texts.join('\n---\n\n'));
        },
      };
    },
  };
}
