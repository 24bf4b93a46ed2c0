import { AppError } from '@guidepost/service-kit';
import { EditConflict } from '../../editing/edit-conflict.ts';

/** JSON Pointers by the names that the features give to fields. */
export type Pointers = Readonly<Record<string, string>>;

/** Runs a change. Its errors point into the body, and one about another revision than `If-Match` names says so. */
export async function pointing<Result>(pointers: Pointers, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? point(error, pointers) : error;
  }
}

function point(error: AppError, pointers: Pointers): AppError {
  const { kind, message, details } = error;
  if (error instanceof EditConflict) return new AppError('precondition-failed', message, { cause: error });
  const [[field, [detail = message]] = ['', [message]]] = Object.entries(details.fields ?? {});
  const pointer = pointers[field];
  if (kind === 'invalid')
    return new AppError('unprocessable', detail, { ...sourceOf(pointer), cause: error });
  return pointer === undefined ? error : new AppError(kind, detail, { ...sourceOf(pointer), cause: error });
}

function sourceOf(pointer: string | undefined) {
  return pointer === undefined ? {} : { source: { pointer } };
}
