export { type ApiAreaOptions, apiArea } from './api-area.ts';
export type { FuzzedAnswer, FuzzedArea, FuzzedRequest } from './area.ts';
export { createAreaFuzzer, createTally, fuzz, REQUESTS, SEED, type Tally } from './fuzz.ts';
export { hostileText, mostly } from './hostile-text.ts';
export { type Person, pageArea } from './page-area.ts';
export { createClient, type FuzzingClient, findForms } from './page-forms.ts';
