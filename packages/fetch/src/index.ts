export { fetchCentre } from './fetch-centre.ts';
export type { FetchOptions, FetchSummary } from './fetch-step.ts';
export {
  type Failure,
  type FetchState,
  type PagePlace,
  readFetchFolder,
  readFetchState,
  type SavedFolder,
} from './folder.ts';
export { entriesOf, type Listed, listEntries, readLists, type SavedLists } from './saved-lists.ts';
export { type Item, isItem, itemsIn, parseLocale, parseSite, textIn, type Vendor } from './vendor.ts';
export { sha1OfShort, shortOfSha1 } from './vendors/discourse.ts';
export { FORUMS, VENDORS } from './vendors/vendors.ts';
export { zendeskReaders } from './vendors/zendesk.ts';
export { isHiddenInCommunity, zendeskCommunity } from './vendors/zendesk-community.ts';
