/** A table of a dump that is read; all others are passed over. */
export interface DumpTable {
  /** Columns without which the table cannot be understood, or could show what readers may not see. */
  required: readonly string[];
  optional?: readonly string[];
}

/** The only tables that are read, by name, with the only columns. Their names are those of Discourse's own schema. */
export const DUMP_TABLES = {
  topics: {
    required: ['id', 'title', 'user_id', 'category_id', 'created_at', 'archetype', 'deleted_at', 'visible'],
    optional: ['views', 'slug', 'vote_count'],
  },
  posts: {
    required: [
      'id',
      'topic_id',
      'user_id',
      'post_number',
      'raw',
      'created_at',
      'post_type',
      'deleted_at',
      'hidden',
    ],
    optional: ['cooked', 'user_deleted', 'reply_to_post_number', 'like_count'],
  },
  users: {
    required: ['id', 'username'],
    optional: ['name', 'admin', 'moderator', 'staged', 'active', 'title', 'silenced_till', 'suspended_till'],
  },
  user_emails: { required: ['user_id', 'email', 'primary'] },
  categories: { required: ['id', 'name', 'slug', 'read_restricted'], optional: ['parent_category_id'] },
  tags: { required: ['id', 'name'] },
  topic_tags: { required: ['topic_id', 'tag_id'] },
  tag_group_memberships: { required: ['tag_id', 'tag_group_id'] },
  tag_group_permissions: { required: ['tag_group_id', 'group_id'] },
  post_actions: {
    required: ['post_id', 'user_id', 'post_action_type_id', 'deleted_at'],
    optional: ['created_at'],
  },
  uploads: { required: ['sha1', 'url'], optional: ['original_filename', 'extension'] },
  permalinks: {
    required: ['url', 'topic_id', 'post_id'],
    optional: ['category_id', 'tag_id', 'external_url'],
  },
  discourse_solved_solved_topics: { required: ['id', 'topic_id'], optional: ['answer_post_id'] },
  discourse_solved_topic_answers: { required: ['id', 'solved_topic_id', 'answer_post_id'] },
  topic_custom_fields: { required: ['topic_id', 'name', 'value'] },
  topic_voting_votes: { required: ['topic_id', 'user_id'], optional: ['created_at'] },
  discourse_voting_votes: { required: ['topic_id', 'user_id'], optional: ['created_at'] },
  groups: { required: ['id', 'name'] },
  group_users: { required: ['group_id', 'user_id'] },
  polls: { required: ['id', 'post_id', 'name', 'status', 'results'] },
  poll_options: { required: ['id', 'poll_id'], optional: ['vote_count'] },
  poll_votes: { required: ['poll_id', 'poll_option_id'] },
} as const satisfies Record<string, DumpTable>;

export type DumpTableName = keyof typeof DUMP_TABLES;

/** Tables that each forum has. */
export const NEEDED_TABLES: readonly DumpTableName[] = ['topics', 'posts', 'users', 'categories'];

export function columnsOf(table: DumpTableName): readonly string[] {
  const { required, optional = [] }: DumpTable = DUMP_TABLES[table];
  return [...required, ...optional];
}
