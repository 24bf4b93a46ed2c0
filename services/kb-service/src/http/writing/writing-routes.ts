import type { Context } from '../../context.ts';
import type { Routes } from '../reading/endpoint.ts';
import type { Reader } from '../reading/reader.ts';
import { categoryWritingRoutes } from './category-writing.ts';
import { guideWritingRoutes } from './guide-writing.ts';
import { imageWritingRoutes } from './image-writing.ts';
import { createMakeChange } from './make-change.ts';
import { tagWritingRoutes } from './tag-writing.ts';

/** What keys that may write can change. */
export function writingRoutes(
  context: Pick<Context, 'database' | 'filesUrl' | 'revisions'>,
  shared: Reader,
): Routes[] {
  // Changes have permits of their own: an answer must not fail for want of a slot when the change has been made.
  const reader: Reader = { ...shared, withLargeBodySlot: (work) => work() };
  const makeChange = createMakeChange(context);
  return [
    guideWritingRoutes(context, reader, makeChange),
    imageWritingRoutes(context, reader, makeChange),
    categoryWritingRoutes(context, reader, makeChange),
    tagWritingRoutes(context, reader, makeChange),
  ];
}
