export { accentShades } from './accent/accent-shades.ts';
export { type AnswerPage, createAnswerPage } from './answer-page.ts';
export {
  type Assets,
  ATTACH_FILES_SCRIPT,
  assetHeaders,
  assetRoutes,
  BASE_SCRIPT,
  createAssets,
  DRAFTS_SCRIPT,
  WRITING_BAR_SCRIPT,
  WRITING_STYLE,
} from './assets/assets.ts';
export { createSitemap, type SitemapEntry } from './crawlers/sitemap.ts';
export { errorPage, noSuchPage, type Suggestion } from './errors/error-page.ts';
export { FONTS, type Font } from './fonts/fonts.ts';
export {
  asMarkdown,
  escapeMarkdown,
  firstSentence,
  type MarkdownPage,
  markdownText,
  prefersMarkdown,
  representMarkdown,
  representText,
  withoutMarkdownEnding,
} from './markdown/markdown-page.ts';
export { writeContent } from './markdown/write-content.ts';
export {
  type Feed,
  type ForeignSources,
  type Head,
  type LargePage,
  type Moved,
  type Page,
  type PageAnswer,
  type PageCall,
  type PageKind,
  type PageLanguage,
  type PublicSite,
  pageOf,
  type SiteLink,
  type SiteLogo,
  type SiteLook,
} from './page.ts';
export { answerOptions, DATA_HEADERS, leadTo, pageHeaders, withoutSlash } from './page-headers.ts';
export {
  createPager,
  descriptionOf,
  listHead,
  markdownPath,
  type Pager,
  pageAddress,
  pageNumber,
} from './pager/pager.ts';
export { createReceipts, type Receipts } from './receipts/receipts.ts';
export { breadcrumbsRecord, organizationRecord, type Step, siteRecord } from './records.ts';
export {
  asScriptData,
  createPageRepresentation,
  DAY_TEMPLATE,
  DRAFT_TEMPLATE,
  FILE_INPUT_TEMPLATE,
  type RepresentPage,
  WRITING_BAR_TEMPLATE,
} from './represent-page.ts';
export {
  createSearchPage,
  createSearchSuggestions,
  type FoundPage,
  type SiteSearch,
  type SiteSearchResult,
} from './search/search-page.ts';
export { createServicePages, type ServicePages } from './service-pages/service-page.ts';
