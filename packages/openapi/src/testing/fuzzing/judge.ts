import type { OpenApiDocument } from '../../document.ts';
import { createAnswerValidator } from '../answer-validator.ts';
import { listOperations } from '../document-mistakes.ts';
import { generalMistakes, parseJson } from './general-mistakes.ts';
import { createFindPlace, type Place } from './places.ts';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

export interface Judge {
  operations: readonly string[];
  operationOf(request: FuzzedRequest): string | undefined;
  mistakesIn(request: FuzzedRequest, answer: FuzzedAnswer): string[];
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** HTTP refuses requests with any other `Host`, whatever they ask (RFC 9112 §3.2). */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
const SCRIPT = /^\/\*\*\/[\w$.[\]]+\((.*)\);$/s;

export function createJudge(document: OpenApiDocument): Judge {
  const { mistakesOf } = createAnswerValidator(document);
  const findPlace = createFindPlace(document);

  function documented(place: Place, answer: FuzzedAnswer): string[] {
    const mistakes = mistakesOf(place, { ...answer, body: parseJson(answer.text) });
    const script = /javascript/.test(answer.headers['content-type'] ?? '');
    return script ? [...mistakes, ...scriptMistakes(place, answer)] : mistakes;
  }

  /** A JSONP callback must receive the body that is sent without one. */
  function scriptMistakes(place: Place, answer: FuzzedAnswer): string[] {
    const body = parseJson(SCRIPT.exec(answer.text)?.[1] ?? '');
    if (body === undefined) return ['the body is no call of a function with JSON'];
    return mistakesOf(place, { ...answer, headers: { ...answer.headers, ...JSON_TYPE }, body });
  }

  return {
    operations: listOperations(document).map(nameOf),
    operationOf(request) {
      const place = findPlace(request);
      return place && nameOf(place);
    },
    mistakesIn(request, answer) {
      const place = findPlace(request);
      const general = generalMistakes(request, answer);
      if (!place) return [...general, ...refusalMistakes(request, answer)];
      if (answer.status === 400 && !HOST.test(request.headers.Host ?? '')) return general;
      const mistakes = documented(place, answer);
      return [...general, ...(request.method === 'HEAD' ? mistakes.filter(isAboutHead) : mistakes)];
    },
  };
}

/** Whether a mistake is due to HEAD's missing body. */
function isAboutHead(mistake: string): boolean {
  return /^the header | is not documented$/.test(mistake);
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}

/** Undescribed operations must be refused, except preflights. */
function refusalMistakes({ method }: FuzzedRequest, { status, headers }: FuzzedAnswer): string[] {
  if (method === 'OPTIONS' && status === 204) return [];
  if (status === 405 && !headers.allow) return ['a 405 does not say what is allowed'];
  return status >= 400 ? [] : [`${status} is not documented`];
}
