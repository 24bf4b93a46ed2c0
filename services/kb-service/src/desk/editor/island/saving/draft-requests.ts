import type { Snapshot } from '../page/snapshot.ts';

/** Another version of the guide, which this page did not start from. */
export interface OtherVersion {
  revision: number;
  by: string;
  /** ISO 8601. */
  at: string;
  title: string;
  contentHtml: string;
  categories: number[];
  tags: string[];
}

export type DraftAnswer =
  | { kind: 'saved'; revision: number; savedAt: string; slug: string | undefined; removed: string[] }
  | { kind: 'conflict'; theirs: OtherVersion }
  | { kind: 'signed-out' }
  | { kind: 'refused'; errors: Record<string, string> }
  /** No answer, or none that says what became of it. */
  | { kind: 'unanswered'; retryAfter: number | undefined };

export interface DraftRequest {
  url: string;
  token: string;
  revision: number;
  snapshot: Snapshot;
}

const TIMEOUT = 30_000;

/** Browsers send no more than 64 KiB after a page is left. */
const SENT_AFTER_LEAVING = 60_000;

export async function sendDraft({ url, token, revision, snapshot }: DraftRequest): Promise<DraftAnswer> {
  const body = new TextEncoder().encode(JSON.stringify({ revision, ...snapshot }));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body,
      signal: AbortSignal.timeout(TIMEOUT),
      keepalive: body.length < SENT_AFTER_LEAVING,
    });
    return await readAnswer(response);
  } catch {
    return { kind: 'unanswered', retryAfter: undefined };
  }
}

async function readAnswer(response: Response): Promise<DraftAnswer> {
  switch (response.status) {
    case 200: {
      const { revision, savedAt, slug, removed = [] } = await response.json();
      return { kind: 'saved', revision, savedAt, slug, removed };
    }
    case 401:
      return { kind: 'signed-out' };
    case 403:
    case 404: {
      const { error } = await response.json();
      // The token of a former session.
      if (error.fields?.token) return { kind: 'signed-out' };
      return { kind: 'refused', errors: { guide: error.message } };
    }
    case 409:
      return { kind: 'conflict', theirs: await response.json() };
    case 413:
    case 422: {
      const { errors = {} } = await response.json();
      return { kind: 'refused', errors };
    }
    default:
      return { kind: 'unanswered', retryAfter: Number(response.headers.get('Retry-After')) || undefined };
  }
}
