import type { Query } from '@guidepost/http';
import { noSuchPage } from '../errors/page-errors.ts';

const WHOLE_NUMBER = /^[1-9][0-9]{0,8}$/;

/** The page of a list that `?page=` asks for, from 1. What is no such number leads to no page. */
export function pageNumber(query: Query): number {
  const text = query.first('page');
  if (text === undefined) return 1;
  if (!WHOLE_NUMBER.test(text)) throw noSuchPage();
  return Number(text);
}
