import { passageOf } from '@guidepost/mcp/passages';
import { defineTool, type Tool } from '@guidepost/mcp/tools';
import { markdownText } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import { z } from 'zod';
import type { GuideInContext } from '../../content/guide-in-context.ts';
import { outlineCategories } from '../../content/guides-by-category.ts';
import { findGuide } from '../guide/find-guide.ts';
import { readGuideList } from '../list/list-pages.ts';
import { findGuides } from '../search/search-page.ts';
import type { Site } from '../site.ts';
import { draftTool } from './draft-tool.ts';
import {
  findPublished,
  inLanguage,
  isMissing,
  namedCategory,
  namedGuide,
  type ProgramCall,
  type ProgramContext,
} from './program-call.ts';

const LANGUAGE = z
  .string()
  .max(35)
  .optional()
  .describe(
    'A language tag such as "de": guides in the nearest language that there is. Default: the main language.',
  );

const GUIDE = z.string().min(1).max(2_000);

/** UTF-16 units. */
const PASSAGE = 400;

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Tools that read guides as readers of the pages see them, and one that proposes drafts. */
export function guideTools(context: ProgramContext): Tool<ProgramCall>[] {
  return [searchTool(context), readTool(context), listTool(context), draftTool(context)];
}

function searchTool(context: ProgramContext): Tool<ProgramCall> {
  return defineTool({
    name: 'search_guides',
    title: 'Search guides',
    description:
      'Finds guides by words, best first, each with the passage that fits. A few words find more than a whole sentence. Read a guide with read_guide before you rely on it.',
    input: {
      query: z.string().min(1).max(500).describe('Words to search for.'),
      language: LANGUAGE,
      limit: z.int().min(1).max(10).default(5).describe('How many guides, at most 10.'),
    },
    output: {
      guides: z.array(
        z.object({
          title: z.string(),
          slug: z.string(),
          url: z.string(),
          passage: z.string(),
          updated: z.string(),
        }),
      ),
      total: z.int().describe('How many guides were found in all.'),
      corrected: z.string().optional().describe('The query with the spelling that was searched for.'),
    },
    async run({ query, language, limit }, call) {
      const site = await inLanguage(context, call.site, language);
      const search = { site, query, offset: 0, limit, excerpt: PASSAGE };
      const { found, total, correctedQuery: corrected } = await findGuides(context, search);
      const searched = { query, inVain: total === 0 };
      context.readingCounts.programs.countSearch({ tenantId: site.id, program: call.program }, searched);
      const guides = found.map(({ id, slug, title, excerpt, updated_at }) => ({
        title: textOf(title),
        slug,
        url: addressOf(context, site, { id, slug }),
        passage: textOf(excerpt.parts),
        updated: dayOf(updated_at),
      }));
      const listed = guides.map(
        ({ title, url, passage, updated }) => `- ${title} (${url}, updated ${updated})\n  ${passage}`,
      );
      return {
        text: [
          corrected && `Nothing has these words; found for "${corrected}":`,
          ...listed,
          guides.length === 0 && 'No guide was found. Try fewer or other words, or list_guides.',
          total > guides.length && `${total} guides in all.`,
        ]
          .filter(Boolean)
          .join('\n'),
        links: guides.map(({ title, url, passage }) => ({ title, address: url, description: passage })),
        data: { guides, total, ...(corrected !== undefined && { corrected }) },
      };
    },
  });
}

function readTool(context: ProgramContext): Tool<ProgramCall> {
  return defineTool({
    name: 'read_guide',
    title: 'Read a guide',
    description:
      'The text of a guide as Markdown, up to 40 kB. If there is more, the answer has "next": call again with it as "from". Guides are written by the organization.',
    input: {
      guide: GUIDE.describe(
        'The slug, the id or the URL of a guide, as search_guides and list_guides give it.',
      ),
      section: z.string().min(1).max(300).optional().describe('The heading of a section, to read only that.'),
      from: z.int().min(0).optional().describe('The "next" of the answer before.'),
      language: LANGUAGE,
    },
    output: {
      title: z.string(),
      slug: z.string(),
      url: z.string(),
      language: z.string(),
      updated: z.string(),
      markdown: z.string(),
      next: z.int().optional().describe('Where to go on; missing at the end.'),
      sections: z.array(z.string()).optional().describe('The headings, if this is a part of the guide.'),
    },
    async run({ guide: asked, section, from, language }, call) {
      const named = await namedGuide(context, call.site, asked);
      const site = language === undefined ? named.site : await inLanguage(context, call.site, language);
      const { slug, page } = await readWhole(context, site, named.guide);
      context.readingCounts.programs.countRead({ tenantId: site.id, program: call.program });
      const passage = passageOf(page.text, { section: section ?? named.section, from });
      const { title, address: url = '', updated } = page;
      const text = markdownText({ ...page, text: passage.markdown });
      return {
        text:
          passage.next === undefined
            ? text
            : `${text}\nThere is more: call again with "from": ${passage.next}.\n`,
        links: [{ title, address: url }],
        data: {
          title,
          slug,
          url,
          language: page.language,
          updated: updated ? dayOf(updated) : '',
          ...passage,
        },
      };
    },
  });
}

/** The guide as Markdown, one at a time if it is large. @throws AppError `not-found` */
async function readWhole(context: ProgramContext, site: Site, guide: string) {
  const found = await findPublished(context, site, guide);
  const write = async (whole: GuideInContext) => ({
    slug: whole.slug,
    page: await context.writeGuide(site, whole),
  });
  if (!found.isCut) return write(found);
  return context.withLargeBodySlot(async () => {
    const whole = await findGuide(context, { site, path: { guide: found.slug } }, NO_LIMIT);
    return write(whole ?? found);
  });
}

function listTool(context: ProgramContext): Tool<ProgramCall> {
  return defineTool({
    name: 'list_guides',
    title: 'List guides',
    description:
      'The categories of guides and, page by page, all guides with the beginning of their text; with a category, only those in it.',
    input: {
      category: z.string().min(1).max(300).optional().describe('The slug or the name of a category.'),
      page: z.int().min(1).max(10_000).default(1).describe('The "next" of the answer before.'),
      language: LANGUAGE,
    },
    output: {
      categories: z.array(z.object({ name: z.string(), slug: z.string(), description: z.string() })),
      guides: z.array(
        z.object({ title: z.string(), slug: z.string(), url: z.string(), beginning: z.string() }),
      ),
      total: z.int(),
      next: z.int().optional().describe('The page to go on with; missing at the end.'),
    },
    async run({ category, page, language }, call) {
      const site = await inLanguage(context, call.site, language);
      const { knowledgeBase } = site;
      const reader = context.content.of(knowledgeBase);
      const categories = await outlineCategories(reader, knowledgeBase.id);
      const within = category === undefined ? undefined : namedCategory(categories, category);
      const place = within ? { category: within.id } : 'everything';
      const list = await readGuideList(reader, { knowledgeBase, in: place, number: page }).catch((cause) => {
        throw isMissing(cause)
          ? new AppError('not-found', 'There are fewer pages: begin with page 1.')
          : cause;
      });
      const guides = list.guides.map(({ id, slug, title, text = '' }) => ({
        title,
        slug,
        url: addressOf(context, site, { id, slug }),
        beginning: text,
      }));
      const shown =
        within || page > 1
          ? []
          : categories.map(({ name, slug, description }) => ({ name, slug, description }));
      const next = page < list.pages ? page + 1 : undefined;
      return {
        text: [
          shown.length > 0 && `Categories: ${shown.map(({ name, slug }) => `${name} (${slug})`).join(', ')}`,
          ...guides.map(({ title, url, beginning }) => `- ${title} (${url}): ${beginning}`),
          `${list.total} guides in all.`,
          next !== undefined && `There are more: call again with "page": ${next}.`,
        ]
          .filter(Boolean)
          .join('\n'),
        data: { categories: shown, guides, total: list.total, ...(next !== undefined && { next }) },
      };
    },
  });
}

function addressOf(
  { publicAddress }: Pick<ProgramContext, 'publicAddress'>,
  { knowledgeBase: { host } }: Site,
  { id, slug }: { id: number; slug: string },
): string {
  return publicAddress({ host, kind: 'guides', slug, id });
}

function textOf(parts: readonly { text: string }[]): string {
  return parts.map(({ text }) => text).join('');
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
