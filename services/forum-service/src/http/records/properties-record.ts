import { TOPIC_SLUGS, topicHeading } from '../../model/topics.ts';
import type { Call } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';

/** The public properties of a forum. The topics have two names, since clients use either. */
export function propertiesRecord({ forum, addresses }: Pick<Call, 'forum' | 'addresses'>): ResourceRecord {
  const { topics, language } = forum;
  return {
    uri: addresses.properties,
    name: forum.name,
    formal_name: forum.formal_name,
    intro_message: forum.intro_message,
    status_message: forum.status_message,
    status_url: forum.status_url,
    popup_header: forum.popup_header,
    thankyou_message: forum.thankyou_message,
    default_topic: forum.default_topic,
    enabled_topic: topics,
    enabled_topics: topics,
    language,
    categories: topics.map((topic) => ({
      slug: TOPIC_SLUGS[topic],
      heading_name: topicHeading(topic, language),
      topic,
    })),
  };
}
