import type { Parameter } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Read } from '../endpoint.ts';

export const INCLUDE: Parameter = {
  name: 'include',
  description: 'With a key, `all` includes archived dialogs.',
  schema: { type: 'string', enum: ['all'] },
};

/** Whether archived dialogs are included. @throws AppError `unauthorized` when requested without a key */
export function wantsArchived({
  parameters,
  accessKeyId,
}: Pick<Read, 'parameters' | 'accessKeyId'>): boolean {
  if (parameters.text('include') !== 'all') return false;
  if (accessKeyId === undefined)
    throw new AppError('unauthorized', 'Archived dialogs require an access key.');
  return true;
}
