export { type Analyzer, createAnalyzer } from './analysis/analyzer.ts';
export type { QueryWord, Word, WordForm } from './analysis/word.ts';
