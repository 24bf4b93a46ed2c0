import { topicHeading } from '../../topics/topic-headings.ts';
import { TOPIC_SLUGS, type Topic } from '../../topics/topics.ts';
import type { DialogWords } from '../words/words.ts';

/** A topic as pages name it. */
export interface SiteTopic {
  /** Of one dialog. */
  name: string;
  /** Of many. */
  heading: string;
  /** Of the list of its dialogs, below the forum's home. */
  path: string;
}

export type SiteTopics = Readonly<Record<Topic, SiteTopic>>;

const NAMES = { Q: 'question', P: 'problem', S: 'suggestion', B: 'praise' } as const;

/** What the topics are called in a language, in words of the pages and in those of the API. */
export function siteTopics(language: string, words: DialogWords): SiteTopics {
  const topic = (letter: Topic): SiteTopic => ({
    name: words[NAMES[letter]],
    heading: topicHeading(letter, language),
    path: `/${TOPIC_SLUGS[letter]}`,
  });
  return { Q: topic('Q'), P: topic('P'), S: topic('S'), B: topic('B') };
}
