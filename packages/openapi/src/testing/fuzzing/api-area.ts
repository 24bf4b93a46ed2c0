import type { FuzzedArea } from './area.ts';
import { createJudge } from './judge.ts';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';
import { type RequestOptions, requestsFor } from './requests.ts';

export interface ApiAreaOptions extends Omit<RequestOptions, 'operations'> {
  /** Changes requests so that more of them succeed. */
  aim?: (request: FuzzedRequest) => FuzzedRequest;
  /** Mistakes that no document knows. */
  mistakesIn?: (request: FuzzedRequest, answer: FuzzedAnswer) => readonly string[];
}

/** What a document describes. */
export function apiArea({ aim, mistakesIn, ...options }: ApiAreaOptions): FuzzedArea {
  const judge = createJudge(options.document);
  return {
    ...judge,
    name: 'api',
    expected: judge.operations,
    requestsTo(operations) {
      const requests = requestsFor({ ...options, operations });
      return aim ? requests.map(aim) : requests;
    },
    isReached: ({ status }) => status < 300,
    mistakesIn: (request, answer) => [
      ...judge.mistakesIn(request, answer),
      ...(mistakesIn?.(request, answer) ?? []),
    ],
  };
}
