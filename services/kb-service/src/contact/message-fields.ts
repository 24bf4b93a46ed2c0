import { createHash } from 'node:crypto';
import { inspectUploadedFile } from '@guidepost/files/types';
import type { Query, UploadedFile } from '@guidepost/http';
import type { Catalogue } from '@guidepost/i18n';
import { foldWhiteSpace, isVisible, withoutUnprintable } from '@guidepost/service-kit';
import { readEmailAddress } from '@guidepost/staff';

/** Code points. */
export const MESSAGE_LIMITS = { name: 100, subject: 200, text: 20_000, line: 300, page: 500 } as const;

/** Bytes: the least that one of the ticket systems takes. */
export const MAX_ATTACHMENT_BYTES = 10_000_000;

/** The steps of a writer before the message, in lines for people, by the names of the form. */
export const HISTORY = ['searched', 'read', 'answered'] as const;

const MOST_LINES = 20;

/** A message as it was sent. */
export interface ContactMessage extends Readonly<Record<(typeof HISTORY)[number], readonly string[]>> {
  name: string;
  email: string;
  subject: string;
  text: string;
  /** The address of the page that it was sent from; empty if the writer took it out. */
  page: string;
  /** The language of the site on which it was written, by BCP 47. */
  language: string;
}

export interface AttachedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A mistake in a field, by the name of its text. */
export interface MessageMistake {
  message: keyof Catalogue['messages'];
  maximum?: number;
}

export type MessageMistakes = Readonly<Record<string, MessageMistake>>;

export interface ReadMessage {
  message: ContactMessage;
  file: AttachedFile | undefined;
  mistakes: MessageMistakes;
}

/** Reads a form. What is wrong is also read, so that it can be shown again. */
export async function readMessage(
  form: Query,
  files: ReadonlyMap<string, readonly UploadedFile[]>,
  language: string,
): Promise<ReadMessage> {
  const mistakes: Record<string, MessageMistake> = {};
  const text = withoutUnprintable((form.first('text') ?? '').replaceAll(/\r\n?/g, '\n')).trim();
  const message = {
    name: foldWhiteSpace(form.first('name') ?? ''),
    email: (form.first('email') ?? '').trim(),
    subject: foldWhiteSpace(form.first('subject') ?? ''),
    text: isVisible(text) ? text : '',
    page: lineOf(form.first('page') ?? '', MESSAGE_LIMITS.page),
    language,
    ...readHistory(form),
  };
  for (const field of ['name', 'subject', 'text'] as const) {
    const maximum = MESSAGE_LIMITS[field];
    if (message[field] === '') mistakes[field] = { message: 'required' };
    else if (isLonger(message[field], maximum)) mistakes[field] = { message: 'too-long', maximum };
  }
  if (message.email === '') mistakes.email = { message: 'required' };
  else if (readEmailAddress(message.email) === undefined) mistakes.email = { message: 'email' };
  const file = await readFile(files, (mistake) => {
    mistakes.file = mistake;
  });
  return { message, file, mistakes };
}

export function readHistory(form: Query): Pick<ContactMessage, (typeof HISTORY)[number]> {
  const read = (name: string) =>
    form
      .family(name)
      .map(([, line]) => lineOf(line, MESSAGE_LIMITS.line))
      .filter((line) => line !== '')
      .slice(-MOST_LINES);
  return { searched: read('searched'), read: read('read'), answered: read('answered') };
}

/** Lines are made by pages, not typed: one that is too long is cut. */
function lineOf(text: string, most: number): string {
  return Array.from(foldWhiteSpace(text)).slice(0, most).join('');
}

function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}

async function readFile(
  files: ReadonlyMap<string, readonly UploadedFile[]>,
  refuse: (mistake: MessageMistake) => void,
): Promise<AttachedFile | undefined> {
  // A browser sends an empty one without a name if none was chosen.
  const sent = (files.get('file') ?? []).filter(({ name, bytes }) => name !== '' || bytes.length > 0);
  const [first] = sent;
  if (!first) return undefined;
  const megabytes = MAX_ATTACHMENT_BYTES / 1_000_000;
  if (sent.length > 1) refuse({ message: 'too-many-files', maximum: 1 });
  else if (first.bytes.length > MAX_ATTACHMENT_BYTES)
    refuse({ message: 'file-too-large', maximum: megabytes });
  else {
    const inspected = await inspectUploadedFile(first.bytes, first.name);
    if ('read' in inspected)
      return { name: inspected.name, type: inspected.type, bytes: await inspected.read() };
    refuse({ message: inspected.message, maximum: megabytes });
  }
  return undefined;
}

/** The same for the same message from the same form, whatever a writer left of what they did before. */
export function digestOf({ message, file }: Pick<ReadMessage, 'message' | 'file'>, formId: string): Buffer {
  const hash = createHash('sha256');
  const { name, email, subject, text } = message;
  hash.update(JSON.stringify([formId, name, email, subject, text, file?.name ?? null]));
  if (file) hash.update(file.bytes);
  return hash.digest();
}
