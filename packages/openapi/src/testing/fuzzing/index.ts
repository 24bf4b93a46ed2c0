export { type ApiAreaOptions, apiArea } from './api-area.ts';
export type { FuzzedArea } from './area.ts';
export { createAreaFuzzer, createTally, fuzz, REQUESTS, SEED, type Tally } from './fuzz.ts';
export { pageArea } from './page-area.ts';
export { createClient, type FuzzingClient, findForms } from './page-forms.ts';
export type { Person } from './page-requests.ts';
export type { FuzzedAnswer, FuzzedRequest } from './request.ts';
