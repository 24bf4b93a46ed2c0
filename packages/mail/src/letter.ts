import { fileURLToPath } from 'node:url';
import { spokenInsteadOf } from '@guidepost/i18n';
import { foldWhiteSpace } from '@guidepost/service-kit';
import { Eta } from 'eta';

/** A message to one person, in plain sentences. */
export interface Letter {
  /** BCP 47. */
  language: string;
  /** The name that it comes from; that of the service's own address by default. */
  from?: string;
  subject: string;
  paragraphs: readonly string[];
  /** The list below the text. */
  links?: readonly Link[] | undefined;
  /** The step that the person is asked to take. */
  link?: Link | undefined;
  /** In small print. */
  notes: readonly string[];
  /** A link in small print, below the notes. */
  lastLink?: Link | undefined;
}

interface Link {
  label: string;
  url: string;
}

export interface MailContent {
  /** The name of the sender. */
  from?: string;
  subject: string;
  text: string;
  html?: string;
}

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/** The template is in the language too, or in English where that is not supported. */
export function writeLetter(letter: Letter): MailContent {
  const { paragraphs, links = [], link, notes, lastLink } = letter;
  const body = [...paragraphs, ...links.flatMap(textOf), ...textOf(link)];
  const language = spokenInsteadOf(letter.language);
  return {
    ...(letter.from && { from: foldWhiteSpace(letter.from) }),
    // Without line breaks, which would begin another header (S24).
    subject: foldWhiteSpace(letter.subject),
    // Mail programs set off what follows the two dashes.
    text: `${body.join('\n\n')}\n\n-- \n${[...notes, ...textOf(lastLink)].join('\n\n')}\n`,
    // All languages that are supported are written from left to right.
    html: templates.render('./letter', { ...letter, language, direction: 'ltr' }),
  };
}

function textOf(link: Link | undefined): string[] {
  return link ? [`${link.label}:\n${link.url}`] : [];
}

/** Optional header fields of a message. */
export interface MailHeaders {
  /** Messages of the same thread are shown as one conversation. Letters, digits, dots and hyphens. */
  thread?: string;
  /** An address that takes a POST and then sends no more messages of this kind: RFC 8058. */
  unsubscribe?: string;
  /** Who wrote the message, for one that a person wrote. */
  replyTo?: { name: string; address: string };
}

interface Fields {
  inReplyTo?: string;
  references?: string;
  replyTo?: { name: string; address: string };
  headers: Record<string, string>;
}

/** @param domain of the sender */
export function headerFields(
  { thread, unsubscribe, replyTo }: MailHeaders,
  domain: string | undefined,
): Fields {
  // No message has this id: mail programs join what refers to the same one.
  const root = `<${thread}@${domain}>`;
  return {
    ...(thread !== undefined && { inReplyTo: root, references: root }),
    // As an object, it is never parsed as a list of addresses.
    ...(replyTo && { replyTo: { name: foldWhiteSpace(replyTo.name), address: replyTo.address } }),
    headers: {
      // RFC 3834: neither answered by vacation programs nor a bounce for humans.
      ...(replyTo === undefined && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
