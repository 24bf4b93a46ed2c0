import type { Env } from 'markdown-it';

/** Notation of site generators. */
export const NOTATIONS = {
  shortcodes: 'shortcodes',
  template_tags: 'template tags',
  template_expressions: 'template expressions',
  wiki_links: 'wiki links',
  containers: 'containers',
  attribute_lists: 'attribute lists',
  components: 'components',
  module_code: 'imports and exports of modules',
  contents: 'tables of contents',
  comments: 'comments',
} as const;

export type Notation = keyof typeof NOTATIONS;

export interface NotationFindings {
  /** What stays as typed. */
  kept: Map<Notation, number>;
  /** What is left out, because it has no meaning here. */
  removed: Map<Notation, number>;
}

export function noNotation(): NotationFindings {
  return { kept: new Map(), removed: new Map() };
}

/** Counts in the findings of the text that is rendered. */
export function countNotation(env: Env, what: keyof NotationFindings, notation: Notation, number = 1): void {
  const counts = (env.notation as NotationFindings)[what];
  counts.set(notation, (counts.get(notation) ?? 0) + number);
}
