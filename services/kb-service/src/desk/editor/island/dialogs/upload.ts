import type { EditorWords } from '@guidepost/i18n/texts';

/** How a dialog sends files. */
export interface UploadPlace {
  words: EditorWords;
  url: string;
  token(): string;
}

/** Sends a file in a field; an error without a text if the service cannot be reached. */
export async function sendFile<Answer>(
  { url, token }: Pick<UploadPlace, 'url' | 'token'>,
  field: string,
  file: File,
): Promise<Answer | { error: string }> {
  const body = new FormData();
  body.append(field, file);
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'X-Desk-Token': token() }, body });
    const answer = await response.json();
    return response.status === 201 ? answer : { error: answer.error ?? '' };
  } catch {
    return { error: '' };
  }
}
