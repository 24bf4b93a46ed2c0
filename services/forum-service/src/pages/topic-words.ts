import type { ForumWords } from '@guidepost/i18n';
import type { Topic } from '../model/topics.ts';

export type TopicWords = Readonly<Record<Topic, string>>;

/** What one dialog of each topic is called. */
export function topicNames({ question, problem, suggestion, praise }: ForumWords): TopicWords {
  return { Q: question, P: problem, S: suggestion, B: praise };
}

/** What a vote for a dialog says, by its topic. */
export function voteInvitations(words: ForumWords): TopicWords {
  return { Q: words.voteQuestion, P: words.voteProblem, S: words.voteSuggestion, B: words.votePraise };
}
