export { addressPages, type DeskAddresses } from './addresses/address-pages.ts';
export { auditPages, type Changes } from './audit/audit-pages.ts';
export { roleIn, type Said, sayDetails } from './audit/say-details.ts';
export { requireConfirmation } from './confirmation/require-confirmation.ts';
export type { DeskOptions } from './desk-options.ts';
export { deskRoutes } from './desk-routes.ts';
export { healthPage } from './health/health-pages.ts';
export type { DeskHealth } from './health/judge-health.ts';
export { keptMailPages } from './health/kept-mail-page.ts';
export { csvPage, daysOf, insightsAddress, periodLinks, SHOWN_ROWS } from './insight-pages/csv-page.ts';
export { type ChartOptions, showComparison, showTimeline } from './insight-pages/timeline.ts';
export { type DeskKeys, keysPages } from './keys/keys-pages.ts';
export { DESK_SCRIPT, DESK_STYLE, KEYS_SCRIPT, type Section, type Waiting } from './layout/desk-views.ts';
export type { Done, Undo, View } from './layout/view.ts';
export { partnerChoice, partnerPage } from './pairing/choose-partner.ts';
export { type ProgramFacts, programPages } from './programs/program-pages.ts';
export {
  type DeskCall,
  type DeskEndpoint,
  type DeskPage,
  type DeskPairing,
  type DeskTenant,
  type FormCall,
  type Outcome,
  pathId,
  type ReceivedForm,
  readJson,
  type TenantCreation,
  type TypedTenant,
  type Visit,
} from './requests/calls.ts';
export {
  fieldErrorsOf,
  type Refusal,
  refusalOf,
  scriptAnswer,
  settingErrorsOf,
} from './requests/problems.ts';
export { createChips, type FilterChip } from './views/filter-chips.ts';
export { type ShownViews, showViews, type ViewedList, viewPages } from './views/view-pages.ts';
export { webhookPages } from './webhooks/webhook-pages.ts';
