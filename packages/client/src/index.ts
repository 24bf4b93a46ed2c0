export { type AnswerStore, createMemoryStore, type MemoryStore, type StoredAnswer } from './answer-store.ts';
export { type FieldMessages, GuidepostError, type GuidepostErrorDetails } from './errors.ts';
export {
  type CommentsOptions,
  createForumClient,
  type Dialog,
  type DialogComment,
  type DialogsOptions,
  type DialogTag,
  type DialogVote,
  type ForumClient,
  type ForumOptions,
  type ForumProperties,
  type NewComment,
  type NewDialog,
  type NewReport,
  type Posted,
  type SliceOptions,
  type TagOptions,
  type Topic,
  type TopicOptions,
} from './forum.ts';
export {
  createKnowledgeBaseClient,
  type GuideFilters,
  type KnowledgeBaseClient,
  type KnowledgeBaseOptions,
  type ListOptions,
  type ResourceOptions,
  type Vote,
  type VoteOptions,
} from './knowledge-base.ts';
export type { List, Page } from './list.ts';
export type {
  Attributes,
  Category,
  Guide,
  IncludePath,
  KnowledgeBase,
  Resource,
  ResourceType,
  Tag,
} from './resources.ts';
export type { ClientOptions, RequestOptions } from './transport.ts';
