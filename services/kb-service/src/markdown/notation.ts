import type { Env } from 'markdown-it';
import { readTemplateTag, type TemplateTag } from './dialects/template-tags.ts';

/** Notation of site generators. */
export const NOTATIONS = {
  shortcodes: 'shortcodes',
  template_tags: 'template tags',
  template_expressions: 'template expressions',
  wiki_links: 'wiki links',
  containers: 'containers',
  file_includes: 'included files',
  icon_codes: 'icon codes',
  attribute_lists: 'attribute lists',
  components: 'components',
  module_code: 'imports and exports of modules',
  contents: 'tables of contents',
  comments: 'comments',
} as const;

export type Notation = keyof typeof NOTATIONS;

export interface NotationFindings {
  /** Notation that stays as typed. */
  kept: Map<Notation, number>;
  /** Notation that is left out, because it has no meaning here. */
  removed: Map<Notation, number>;
}

const OF_TAGS: Record<TemplateTag['kind'], Notation> = {
  liquid: 'template_tags',
  shortcode: 'shortcodes',
  expression: 'template_expressions',
};

export function noNotation(): NotationFindings {
  return { kept: new Map(), removed: new Map() };
}

/** Counts in the findings of the text that is rendered. */
export function countNotation(env: Env, what: keyof NotationFindings, notation: Notation, number = 1): void {
  if (number === 0) return;
  const counts = (env.notation as NotationFindings)[what];
  counts.set(notation, (counts.get(notation) ?? 0) + number);
}

export function notationOf({ kind }: TemplateTag): Notation {
  return OF_TAGS[kind];
}

/** Counts the tags of template languages in text of HTML, which stay as typed. */
export function countTags(text: string, { kept }: NotationFindings): void {
  for (let pos = text.indexOf('{'); pos >= 0; pos = text.indexOf('{', pos + 1)) {
    const tag = readTemplateTag(text, pos);
    if (!tag) continue;
    kept.set(notationOf(tag), (kept.get(notationOf(tag)) ?? 0) + 1);
    pos += tag.source.length - 1;
  }
}
