export { createClient, type FuzzingClient } from './client.ts';
export { fuzz, REQUESTS, SEED } from './fuzz.ts';
export { createJudge, type Judge } from './judge.ts';
export { pageMistakes, pageRequestsFor } from './page-requests.ts';
export type { FuzzedAnswer, FuzzedRequest } from './request.ts';
export { requestsFor } from './requests.ts';
