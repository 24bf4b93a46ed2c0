import type { ErrorKind } from '@guidepost/service-kit';
import type { MessageName } from '../posting/complaint.ts';
import { describeComplaint } from '../posting/messages.ts';

const MESSAGES: Readonly<Partial<Record<ErrorKind, MessageName>>> = {
  conflict: 'duplicate',
  'rate-limited': 'throttled',
  forbidden: 'refused',
  'not-found': 'gone',
  unavailable: 'unavailable',
  'too-large': 'too-large',
  malformed: 'unreadable',
  invalid: 'unreadable',
  timeout: 'unreadable',
  'unsupported-media-type': 'unreadable',
};

/** A sentence for whoever sent a form that could not be taken, where no field is to blame. */
export function describeFailure(kind: ErrorKind, language: string): string {
  return describeComplaint({ message: MESSAGES[kind] ?? 'failed' }, language);
}
