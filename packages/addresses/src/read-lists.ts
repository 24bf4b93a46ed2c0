import { AppError } from '@guidepost/service-kit';
import { CsvError, parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import type { NewAddress } from './settle-addresses.ts';

interface ParsedLine {
  record: string[];
  info: { lines: number };
}

/**
 * The addresses of a CSV file: in each line an address, and where it leads. The first line may be a heading. Commas,
 * semicolons or tabs are between columns; further columns are ignored.
 * @param name of the file, for messages
 * @throws AppError `invalid` with the line
 */
export function readAddressesFromCsv(text: string, name: string): NewAddress[] {
  const lines = parseLines(text, name);
  const [first] = lines;
  const isHeading = first !== undefined && !/^(?:\/|https?:|[a-z]+:[a-z]+:)/i.test(first.record[0] ?? '');
  return lines.slice(isHeading ? 1 : 0).map(({ record: [address = '', to = ''], info }) => {
    const place = `${name}:${info.lines}`;
    if (to === '') throw new AppError('invalid', `${place}: has no second column, where the address leads`);
    return { address, to, place };
  });
}

function parseLines(text: string, name: string): ParsedLine[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedLine[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('invalid', `${name}: ${error.message}`, { cause: error });
  }
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  if (first.includes('\t')) return '\t';
  return first.includes(';') && !first.includes(',') ? ';' : ',';
}

/** The addresses in a sitemap, or one a line; empty lines and comments (`#`) are left out. */
export function readAddressList(text: string): string[] {
  if (/^\uFEFF?\s*</.test(text)) return readSitemap(text);
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\uFEFF/, '').trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * `<loc>` of pages in XML, not those of their images; entities of a document type are not read.
 * @throws AppError `invalid` for a list of sitemaps
 */
function readSitemap(text: string): string[] {
  if (/<sitemapindex[\s>]/.test(text))
    throw new AppError('invalid', 'It is a list of sitemaps. Check each of them.');
  const found: string[] = [];
  let isInLocation = false;
  const parser = new Parser(
    {
      onopentag(name) {
        isInLocation = name === 'loc';
        if (isInLocation) found.push('');
      },
      ontext(part) {
        if (isInLocation) found.push((found.pop() ?? '') + part);
      },
      onclosetag() {
        isInLocation = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return found.map((address) => address.trim()).filter((address) => address !== '');
}
