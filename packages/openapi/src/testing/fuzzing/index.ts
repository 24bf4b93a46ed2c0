export { type ApiAreaOptions, apiArea } from './api-area.ts';
export type { FuzzedArea } from './area.ts';
export { createClient, type FuzzingClient } from './client.ts';
export { createAreaFuzzer, fuzz, REQUESTS, SEED } from './fuzz.ts';
export { pageArea } from './page-area.ts';
export { findForms } from './page-forms.ts';
export type { Person } from './page-requests.ts';
export type { FuzzedAnswer, FuzzedRequest } from './request.ts';
export { createTally, type Tally } from './tally.ts';
