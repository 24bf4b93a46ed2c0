export { type Analyzer, createAnalyzer } from './analysis/analyzer.ts';
export type { QueryWord, Word, WordForm } from './analysis/word.ts';
export type { Excerpt } from './highlighting/excerpt.ts';
export { createHighlighter, type Highlighter } from './highlighting/highlighter.ts';
export { type HtmlText, readHtmlText, type TextPiece } from './highlighting/html-text.ts';
export type { MarkTags } from './highlighting/mark-html.ts';
export type { Search } from './highlighting/marks.ts';
export { createMatcher, type Matcher } from './highlighting/matcher.ts';
export type { TextPart } from './highlighting/text-parts.ts';
