import { catalogueOf } from '@guidepost/i18n';

/** Kinds of dialogs, by their letters in records and the database, in display order. */
export const TOPICS = ['Q', 'P', 'S', 'B'] as const;
export type Topic = (typeof TOPICS)[number];

const NAMES: Readonly<Record<Topic, readonly string[]>> = {
  Q: ['question', 'questions'],
  P: ['problem', 'problems'],
  S: ['suggestion', 'suggestions'],
  B: ['praise', 'praises'],
};

export const TOPIC_SLUGS: Readonly<Record<Topic, string>> = {
  Q: 'questions',
  P: 'problems',
  S: 'suggestions',
  B: 'praise',
};

const BY_FORM = new Map(
  TOPICS.flatMap((topic) => [topic.toLowerCase(), ...NAMES[topic]].map((form) => [form, topic] as const)),
);

/** Parses a topic in a path or post: `Q`, `question` or `questions`, in any letter case. */
export function parseTopic(text: string): Topic | undefined {
  return BY_FORM.get(text.trim().toLowerCase());
}

/** Parses a comma-separated list, in display order without duplicates; undefined if one is unknown. */
export function parseTopics(text: string): Topic[] | undefined {
  const topics = text.split(',').map(parseTopic);
  return topics.includes(undefined) ? undefined : TOPICS.filter((topic) => topics.includes(topic));
}

/** The heading of a list of a topic's dialogs, in English where there is none in the language. */
export function topicHeading(topic: Topic, language: string): string {
  return catalogueOf(language).topics[topic];
}
