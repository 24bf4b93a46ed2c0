import type { StandInAnswer } from '@guidepost/testing';

export interface DiscoursePost {
  id: number;
  raw?: string;
  cooked?: string;
  [member: string]: unknown;
}

export interface DiscourseTopic {
  id: number;
  title: string;
  posts: DiscoursePost[];
  [member: string]: unknown;
}

export interface DiscourseSite {
  categories?: object[];
  topics: DiscourseTopic[];
  /** By the ends of their short addresses. */
  files?: Readonly<Record<string, StandInAnswer>>;
}

const TOPICS_A_PAGE = 30;
const POSTS_A_PAGE = 20;
const TIME = '2020-01-27T11:32:03.646Z';

/** Answers as the API of Discourse does. */
export function answerAsDiscourse(site: DiscourseSite): (url: URL) => StandInAnswer | undefined {
  return ({ pathname, searchParams }) => {
    const page = Number(searchParams.get('page') ?? 0);
    if (pathname === '/site.json') return json({ categories: site.categories ?? [] });
    if (pathname === '/latest.json') return json(latest(site, page));
    const [, id] = /^\/t\/(\d+)\.json$/.exec(pathname) ?? [];
    const topic = site.topics.find((one) => String(one.id) === id);
    if (topic && searchParams.get('include_raw') === '1') return json(discourseTopic(topic, page));
    const [, short = ''] = /^\/uploads\/short-url\/(.+)$/.exec(pathname) ?? [];
    return site.files?.[short];
  };
}

function json(body: object): StandInAnswer {
  return { body: JSON.stringify(body) };
}

function latest({ topics }: DiscourseSite, page: number): object {
  const start = page * TOPICS_A_PAGE;
  const shown = topics
    .slice(start, start + TOPICS_A_PAGE)
    .map(({ posts, ...topic }) => ({ ...USUAL, ...topic, posts_count: posts.length }));
  const more = start + TOPICS_A_PAGE < topics.length && { more_topics_url: `/latest?page=${page + 1}` };
  return {
    users: [],
    topic_list: { can_create_topic: false, per_page: TOPICS_A_PAGE, topics: shown, ...more },
  };
}

const USUAL = {
  slug: 'a-topic',
  archetype: 'regular',
  visible: true,
  closed: false,
  archived: false,
  views: 7,
  category_id: 1,
  created_at: TIME,
  bumped_at: TIME,
  tags: [],
};

/** The answer of `/t/{id}.json` with a page of posts. */
export function discourseTopic({ posts, ...topic }: DiscourseTopic, page = 1): object {
  const start = (page - 1) * POSTS_A_PAGE;
  const all = posts.map((post, index) => ({
    user_id: 1,
    username: 'anna',
    name: 'Anna Berg',
    created_at: TIME,
    post_number: index + 1,
    post_type: 1,
    topic_id: topic.id,
    reply_to_post_number: null,
    hidden: false,
    deleted_at: null,
    user_deleted: false,
    moderator: false,
    admin: false,
    staff: false,
    actions_summary: [],
    ...post,
  }));
  const stream = all.map(({ id }) => id);
  return { ...USUAL, ...topic, post_stream: { posts: all.slice(start, start + POSTS_A_PAGE), stream } };
}
