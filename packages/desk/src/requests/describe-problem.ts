import type { HttpError } from '@guidepost/http';
import { type DeskPhrasing, type DeskWords, fill } from '@guidepost/i18n';
import type { ErrorKind } from '@guidepost/service-kit';

type Problem = keyof DeskWords['problems'];

const BY_KIND: Partial<Record<ErrorKind, Problem>> = {
  conflict: 'changedMeanwhile',
  forbidden: 'roleForbids',
  'precondition-failed': 'changedMeanwhile',
  timeout: 'tooSlow',
  'too-large': 'tooLarge',
  unauthorized: 'signedOut',
  'uri-too-long': 'tooLarge',
};

/** Why a request was refused, in the language of the page; as precise as its texts are. */
export function describeProblem(
  error: Pick<HttpError, 'kind' | 'message' | 'headers' | 'reason' | 'values'>,
  { language, words, count }: Pick<DeskPhrasing, 'language' | 'words' | 'count'>,
): string {
  const { kind, reason, values = {} } = error;
  const texts: Readonly<Record<string, unknown>> = { ...words, ...words.problems };
  const text = reason === undefined ? undefined : texts[reason];
  if (typeof text === 'string') return fill(text, values);
  switch (kind) {
    case 'not-found':
      return words.notFound;
    case 'internal':
    case 'unavailable':
      return words.unavailable;
    case 'rate-limited':
      return count(words.tooManyAttempts, Math.ceil(Number(error.headers['Retry-After'] ?? 60) / 60));
    default:
      return language === 'en' ? error.message : words.problems[BY_KIND[kind] ?? 'unclear'];
  }
}
