import { catalogueOf } from '@guidepost/i18n';

/** Kinds of dialogs, by the letters that stand in records and in the database, in the order in which they are listed. */
export const TOPICS = ['Q', 'P', 'S', 'B'] as const;
export type Topic = (typeof TOPICS)[number];

const NAMES: Readonly<Record<Topic, readonly string[]>> = {
  Q: ['question', 'questions'],
  P: ['problem', 'problems'],
  S: ['suggestion', 'suggestions'],
  B: ['praise', 'praises'],
};

/** How a topic is called in addresses that we write. */
export const TOPIC_SLUGS: Readonly<Record<Topic, string>> = {
  Q: 'questions',
  P: 'problems',
  S: 'suggestions',
  B: 'praise',
};

const BY_FORM = new Map(
  TOPICS.flatMap((topic) => [topic.toLowerCase(), ...NAMES[topic]].map((form) => [form, topic] as const)),
);

/** A topic as it stands in a path or is posted: `Q`, `question` or `questions` in any letter case. */
export function parseTopic(text: string): Topic | undefined {
  return BY_FORM.get(text.trim().toLowerCase());
}

/** Several with commas between them, each once and in their usual order; undefined when one of them is unknown. */
export function parseTopics(text: string): Topic[] | undefined {
  const topics = text.split(',').map(parseTopic);
  return topics.includes(undefined) ? undefined : TOPICS.filter((topic) => topics.includes(topic));
}

/** The heading of a list of a topic's dialogs, in English where there is none in the language. */
export function topicHeading(topic: Topic, language: string): string {
  return catalogueOf(language).topics[topic];
}
