import { hash } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';
import type { Precondition } from '../model/precondition.ts';

const LENGTH = 16;

/** Categories and tags have no revision number: a digest of their values stands for it. */
export function revisionOf(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, LENGTH);
}

/** @throws AppError `precondition-failed` */
export function requireExpectedValues(revision: string, isExpected: Precondition | undefined): void {
  if (!isExpected || isExpected(revision)) return;
  throw new AppError('precondition-failed', 'It has changed since you read it.');
}
