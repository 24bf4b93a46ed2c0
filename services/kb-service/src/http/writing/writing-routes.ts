import type { Context } from '../../context.ts';
import type { Routes } from '../reading/endpoint.ts';
import type { Reader } from '../reading/reader.ts';
import { categoryWritingRoutes } from './category-writing.ts';
import { guideWritingRoutes } from './guide-writing.ts';
import { imageWritingRoutes } from './image-writing.ts';
import { tagWritingRoutes } from './tag-writing.ts';

/** What keys that may write can change. */
export function writingRoutes(context: Pick<Context, 'database' | 'filesUrl'>, reader: Reader): Routes[] {
  return [
    guideWritingRoutes(context, reader),
    imageWritingRoutes(context, reader),
    categoryWritingRoutes(context, reader),
    tagWritingRoutes(context, reader),
  ];
}
