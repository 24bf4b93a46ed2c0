import type { ByteRange } from '@guidepost/files';
import { isNotModified, readIfMatch } from '@guidepost/http';
import type { Request } from 'express';

interface Validators {
  /** Strong. */
  entityTag: string;
  /** In bytes. */
  size: number;
}

/**
 * What a request for a file asks for: the file or one range of it, `unmodified`, or the status of its refusal (RFC 9110
 * §13.2.2, §14.2). Several ranges that cannot be joined are answered with the whole file.
 */
export function judgeRequest(
  request: Request,
  { entityTag, size }: Validators,
): { range?: ByteRange } | 'unmodified' | 412 | 416 {
  const { headers, method } = request;
  const wanted = readIfMatch(headers['if-match']);
  if (wanted && !wanted.includes(entityTag.slice(1, -1))) return 412;
  if (isNotModified(headers['if-none-match'], entityTag)) return 'unmodified';
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== entityTag;
  if (method === 'HEAD' || isOther) return {};
  shortenSuffixes(request, size);
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) return 416;
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return {};
  const [range, ...others] = ranges;
  return range && others.length === 0 ? { range } : {};
}

/** RFC 9110 §14.1.2: a suffix range longer than the file means the whole file. */
function shortenSuffixes({ headers }: Request, size: number): void {
  headers.range = headers.range?.replace(/(?<=[=,]\s*-)\d+/g, (length) =>
    String(Math.min(Number(length), size)),
  );
}
