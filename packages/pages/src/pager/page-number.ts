import type { Query } from '@guidepost/http';
import { noSuchPage } from '../errors/page-errors.ts';

const WHOLE_NUMBER = /^[1-9][0-9]{0,8}$/;

/** The page number in `?page=`, from 1. @throws AppError `not-found` if it is not a number */
export function pageNumber(query: Query): number {
  const text = query.first('page');
  if (text === undefined) return 1;
  if (!WHOLE_NUMBER.test(text)) throw noSuchPage();
  return Number(text);
}
