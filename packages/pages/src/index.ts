export { type AnswerPage, createAnswerPage } from './answer-page.ts';
export { assetRoutes } from './assets/asset-routes.ts';
export { type Assets, BASE_SCRIPT, createAssets } from './assets/assets.ts';
export { createSitemap, type SitemapEntry } from './crawlers/sitemap.ts';
export { DATA_HEADERS } from './data-headers.ts';
export { errorPage } from './errors/error-page.ts';
export { noSuchPage } from './errors/page-errors.ts';
export type {
  Feed,
  ForeignSources,
  Head,
  LargePage,
  Moved,
  Page,
  PageAnswer,
  PageCall,
  PageKind,
} from './page.ts';
export { answerOptions, leadTo, pageHeaders } from './page-headers.ts';
export { pageOf } from './page-of.ts';
export { descriptionOf, listHead } from './pager/list-head.ts';
export { pageNumber } from './pager/page-number.ts';
export { createPager, type Pager, pageAddress } from './pager/pager.ts';
export { createReceipts, type Receipts } from './receipts/receipts.ts';
export { breadcrumbsRecord, organizationRecord, type Step, siteRecord } from './records.ts';
export { asScriptData, createPageRepresentation, type RepresentPage } from './represent-page.ts';
export { createSearchPage } from './search/search-page.ts';
export { createSearchSuggestions } from './search/search-suggestions.ts';
export type { SiteSearch, SiteSearchResult } from './search/site-search.ts';
export { createServicePages, type ServicePages } from './service-pages/service-page.ts';
export type { PublicSite, SiteLogo } from './site.ts';
export type { Suggestion } from './suggestions/suggestion.ts';
export { DAY_TEMPLATE } from './templates.ts';
export { withoutSlash } from './without-slash.ts';
