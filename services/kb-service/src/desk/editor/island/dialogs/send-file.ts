import type { EditorWords } from '@guidepost/i18n/texts';

/** How a dialog sends files. */
export interface UploadPlace {
  words: EditorWords;
  url: string;
  token(): string;
}

export interface SentFile {
  /** The name of the field that it is in. */
  field: 'image' | 'file';
  file: File;
  /** Gets how much has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Milliseconds without progress after which a connection counts as lost. */
const STALL = 30_000;

/** The answer of the service to a file that readers download. */
export interface FileAnswer {
  href: string;
  text: string;
}

/** Sends a file in a field; an error without a text if the service cannot be reached. */
export function sendFile<Answer extends object>(
  { url, token }: Pick<UploadPlace, 'url' | 'token'>,
  { field, file, onProgress, signal }: SentFile,
): Promise<Answer | { error: string }> {
  const body = new FormData();
  body.append(field, file);
  // Unlike `fetch`, it says how much has been sent.
  const request = new XMLHttpRequest();
  const { promise, resolve } = Promise.withResolvers<Answer | { error: string }>();
  request.open('POST', url);
  request.setRequestHeader('X-Desk-Token', token());
  request.responseType = 'json';
  let stalled: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => request.abort(), STALL);
  };
  signal?.addEventListener('abort', () => request.abort());
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    wait();
    onProgress?.(loaded / total);
  });
  request.addEventListener('loadend', () => {
    clearTimeout(stalled);
    const answer = request.response ?? {};
    resolve(request.status === 201 ? answer : { error: answer.error ?? '' });
  });
  request.send(body);
  wait();
  return promise;
}

/** The service writes type and size into the text again when the guide is saved. */
export function linkTo({ href, text }: FileAnswer): object {
  const attributes = [
    ['class', 'file'],
    ['href', href],
  ];
  return { type: 'text', text, marks: [{ type: 'link', attrs: { attributes } }] };
}
