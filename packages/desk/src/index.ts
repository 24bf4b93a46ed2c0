export { DESK_SCRIPT, DESK_STYLE } from './assets/desk-assets.ts';
export type { DeskOptions } from './desk-options.ts';
export { deskRoutes } from './desk-routes.ts';
export type { Section } from './layout/desk-views.ts';
export type { Done, Undo, View } from './layout/view.ts';
export type { DeskCall, DeskEndpoint, DeskPage, DeskTenant, FormCall, Outcome } from './requests/calls.ts';
export { pathId } from './requests/path-id.ts';
export { readJson } from './requests/read-json.ts';
export { scriptAnswer } from './requests/script-errors.ts';
