import { catalogueOf, fill } from '@guidepost/i18n';
import { type AttachedFile, type ContactMessage, HISTORY } from './message-fields.ts';

/** A message on its way, with what its target needs to know. */
export interface OutgoingMessage {
  id: number;
  /** Found in the ticket that was made of it, and in no other. */
  marker: string;
  message: ContactMessage;
  file: AttachedFile | undefined;
  createdAt: Date;
  /** In its main language, which is that of the people who read the message. */
  knowledgeBase: { id: number; name: string; language: string };
}

/** The text for the people who answer: what was written, then what was done before, and the marker. */
export function writeText({ message, marker, knowledgeBase }: OutgoingMessage): string {
  const { sentFrom } = catalogueOf(knowledgeBase.language).guides.contact;
  const about = [
    ...writeLines(message, knowledgeBase.language),
    fill(sentFrom, { name: knowledgeBase.name, language: message.language }),
    `Guidepost ${marker}`,
  ];
  return `${message.text}\n\n-- \n${about.join('\n')}\n`;
}

/** The steps of its writer, line by line. */
export function writeLines(message: ContactMessage, language: string): string[] {
  const { before } = catalogueOf(language).guides.contact;
  const lists = HISTORY.flatMap((name) =>
    message[name].length > 0 ? [`${before[name]}:`, ...message[name].map((line) => `- ${line}`)] : [],
  );
  return [...(message.page ? [`${before.page}: ${message.page}`] : []), ...lists];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The same as HTML, for targets that would take a plain text for it (S35). */
export function writeHtml(message: OutgoingMessage): string {
  return writeText(message)
    .trim()
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll('\n', '<br>\n');
}
