import { fill } from '@guidepost/i18n';
import { descriptionOf, escapeMarkdown, firstSentence, representText } from '@guidepost/pages';
import {
  type OutlinedCategory,
  type OutlinedGuide,
  outlineCategories,
  outlineGuides,
} from '../../content/guides-by-category.ts';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { describeText, ENOUGH_MARKUP } from '../structured-data.ts';

const MOST_BYTES = 100_000;

/** More cannot fit. */
const MOST_GUIDES = 2_500;

/** Guides that have not changed for so long are optional. */
const OLD_YEARS = 3;

/** `/llms.txt` (https://llmstxt.org): what there is to read, for programs; only categories if guides take too much. */
export function outlinePage({ content, siteAddress }: Pick<Context, 'content' | 'siteAddress'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const { knowledgeBase } = site;
      const reader = content.of(knowledgeBase);
      const [categories, guides] = await Promise.all([
        outlineCategories(reader, knowledgeBase.id),
        outlineGuides(reader, knowledgeBase, { limit: MOST_GUIDES + 1, characters: ENOUGH_MARKUP }),
      ]);
      const home = siteAddress(knowledgeBase.host) ?? site.base;
      const outline = {
        site,
        home,
        mcp: `${siteAddress(knowledgeBase.main_host) ?? site.root}/mcp`,
        categories,
      };
      const whole = guides.length > MOST_GUIDES ? undefined : outlineOfGuides(outline, guides);
      const text =
        whole !== undefined && Buffer.byteLength(whole) <= MOST_BYTES ? whole : outlineOfCategories(outline);
      return representText(text);
    },
  };
}

interface Outline {
  site: Site;
  /** Before paths of the site. */
  home: string;
  /** The address of MCP. */
  mcp: string;
  categories: readonly OutlinedCategory[];
}

function headingOf({ site, mcp }: Outline): string {
  const { name, organization, knowledgeBase, phrasing } = site;
  const { introduction = '' } = knowledgeBase.look;
  const said = describeText(introduction) ?? fill(phrasing.words.siteDescription, { organization });
  return `# ${escapeMarkdown(name)}\n\n> ${escapeMarkdown(said)}\n\nMCP: ${mcp}`;
}

function outlineOfGuides(outline: Outline, guides: readonly OutlinedGuide[]): string {
  const { site, home, categories } = outline;
  const old = new Date();
  old.setUTCFullYear(old.getUTCFullYear() - OLD_YEARS);
  const isOptional = ({ updated_at }: OutlinedGuide) => updated_at < old;
  const line = (guide: OutlinedGuide) => guideLine(guide, home, site.language);
  const section = (name: string, listed: readonly OutlinedGuide[]) =>
    listed.length === 0 ? [] : [`## ${escapeMarkdown(name)}\n\n${listed.map(line).join('\n')}`];
  const current = guides.filter((guide) => !isOptional(guide));
  const byCategory = Map.groupBy(current, ({ category_id }) => category_id);
  const { words } = site.phrasing;
  const inCategories = categories.flatMap(({ id, name }) => section(name, byCategory.get(id) ?? []));
  return joined([
    headingOf(outline),
    ...inCategories,
    ...section(inCategories.length > 0 ? words.otherGuides : words.allGuides, byCategory.get(null) ?? []),
    ...section('Optional', guides.filter(isOptional)),
  ]);
}

function outlineOfCategories(outline: Outline): string {
  const { site, home, categories } = outline;
  const lines = categories.map(({ slug, name, description }) => {
    const link = `- [${escapeMarkdown(name)}](${home}/categories/${slug}.md)`;
    return description ? `${link}: ${escapeMarkdown(firstSentence(description, site.language))}` : link;
  });
  return joined([
    headingOf(outline),
    `## ${escapeMarkdown(site.phrasing.words.allGuides)}\n\n${lines.join('\n')}`,
  ]);
}

function guideLine(
  { slug, title, summary, beginning }: OutlinedGuide,
  home: string,
  language: string,
): string {
  const said = (summary && descriptionOf(summary)) || describeText(beginning);
  const link = `- [${escapeMarkdown(title)}](${home}/guides/${slug}.md)`;
  return said ? `${link}: ${escapeMarkdown(firstSentence(said, language))}` : link;
}

function joined(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
