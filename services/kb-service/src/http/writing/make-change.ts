import { AppError, createSemaphore, type Semaphore } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { EditConflict } from '../../writing/drafts/change-draft.ts';
import type { WriteCall } from '../reading/endpoint.ts';

/** JSON Pointers by the names that the features give to fields. */
export type Pointers = Readonly<Record<string, string>>;

/** Each may hold a connection. */
const MOST_AT_ONCE = 4;

/**
 * Makes a change and its answer. Its errors point into the body, and one about another revision than `If-Match` names
 * says so.
 * @throws AppError `unavailable` if too many others are being made
 */
export type MakeChange = <Result>(
  call: Pick<WriteCall, 'knowledgeBase'>,
  pointers: Pointers,
  work: () => Promise<Result>,
) => Promise<Result>;

export function createMakeChange({ revisions }: Pick<Context, 'revisions'>): MakeChange {
  // A change that waits for another one, such as an import, holds a connection, and readers need some.
  const withPermit = createWritePermits({
    permits: MOST_AT_ONCE,
    message: 'Too many changes are being made at the moment.',
  });
  return async ({ knowledgeBase }, pointers, work) => {
    try {
      const result = await withPermit(knowledgeBase.id, work);
      await catchUpLanguages(revisions, knowledgeBase);
      return result;
    } catch (error) {
      throw error instanceof AppError ? point(error, pointers) : error;
    }
  };
}

/** Other languages follow by notification. */
async function catchUpLanguages(
  revisions: Pick<Context['revisions'], 'catchUp'>,
  { id, main_id }: Pick<KnowledgeBase, 'id' | 'main_id'>,
): Promise<void> {
  for (const one of new Set([main_id, id])) await revisions.catchUp(one);
}

function point(error: AppError, pointers: Pointers): AppError {
  const { kind, message, details } = error;
  if (error instanceof EditConflict) return new AppError('precondition-failed', message, { cause: error });
  const [[field, [detail = message]] = ['', [message]]] = Object.entries(details.fields ?? {});
  const source = sourceOf(field, pointers);
  if (kind === 'invalid') return new AppError('unprocessable', detail, { ...source, cause: error });
  return source ? new AppError(kind, detail, { ...source, cause: error }) : error;
}

function sourceOf(field: string, { [field]: pointer }: Pointers) {
  if (field === 'revision') return { source: { header: 'If-Match' } };
  return pointer === undefined ? undefined : { source: { pointer } };
}

/** Limits what all knowledge bases do at once, and what one of them does, so that it does not stop the others. */
type WritePermits = <Result>(knowledgeBaseId: number, work: () => Promise<Result>) => Promise<Result>;

const MOST_OF_ONE = 2;
const TIMEOUT = 10_000;

interface WritePermitsOptions {
  /** The number for all knowledge bases together. */
  permits: number;
  /** The client's error message after ten seconds without a permit. */
  message: string;
}

export function createWritePermits({ permits, message }: WritePermitsOptions): WritePermits {
  const withPermit = createSemaphore({ permits, timeout: TIMEOUT, message });
  const ownPermits = new Map<number, Semaphore>();
  return (knowledgeBaseId, work) => {
    const options = { permits: MOST_OF_ONE, timeout: TIMEOUT, message };
    const withOwnPermit = ownPermits.get(knowledgeBaseId) ?? createSemaphore(options);
    ownPermits.set(knowledgeBaseId, withOwnPermit);
    return withOwnPermit(() => withPermit(work));
  };
}
