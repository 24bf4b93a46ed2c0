import type { ErrorKind } from '@guidepost/service-kit';
import type { MessageName } from '../../model/field-mistake.ts';
import { describeMistake } from '../../posts/messages.ts';

const MESSAGES: Readonly<Partial<Record<ErrorKind, MessageName>>> = {
  conflict: 'duplicate',
  'rate-limited': 'throttled',
  forbidden: 'refused',
  'not-found': 'gone',
  moved: 'unavailable',
  unavailable: 'unavailable',
  'too-large': 'too-large',
  malformed: 'unreadable',
  invalid: 'unreadable',
  timeout: 'unreadable',
  'unsupported-media-type': 'unreadable',
};

interface Failure {
  kind: ErrorKind;
  isVote: boolean;
}

/** A sentence for users, for a failure that concerns no single field. */
export function describeFailure({ kind, isVote }: Failure, language: string): string {
  const message = isVote && kind === 'conflict' ? 'voted' : (MESSAGES[kind] ?? 'failed');
  return describeMistake({ message }, language);
}
