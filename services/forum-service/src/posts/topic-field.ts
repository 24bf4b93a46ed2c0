import { parseTopic, TOPICS, type Topic } from '../model/topics.ts';
import { type FieldKind, refuse } from './field.ts';

export const TOPIC: FieldKind<Topic> = {
  description: 'The kind of dialog, in any form that paths accept; must be offered by the forum.',
  schema: { type: 'string', examples: TOPICS },
  read(sent, forum) {
    if (sent === undefined || sent === '') return { value: undefined };
    const topic = typeof sent === 'string' ? parseTopic(sent) : undefined;
    return topic && forum.topics.includes(topic) ? { value: topic } : refuse({ message: 'topic' });
  },
};
