import type { Plural } from '@guidepost/pages';

/** What pages of dialogs say besides what all pages say, in one language; what stands in braces is filled in. */
export interface DialogWords {
  siteDescription: string;
  searchField: string;
  /** One dialog of each topic. */
  question: string;
  problem: string;
  suggestion: string;
  praise: string;
  topics: string;
  allDialogs: string;
  noDialogs: string;
  dialogCount: Plural;
  commentCount: Plural;
  /** Before what was found there. */
  inComment: string;
  voteCount: Plural;
  /** The orders of a list. */
  order: string;
  newest: string;
  popular: string;
  active: string;
  votes: string;
  /** The marks that editors set, and lists by them. */
  states: string;
  inState: string;
  allTags: string;
  noTags: string;
  tagged: string;
  /** Leads on from the message on the forum's status. */
  moreAbout: string;
  /** The form for a new dialog, and the fields of all forms. */
  ask: string;
  topicField: string;
  titleField: string;
  textField: string;
  nameField: string;
  emailField: string;
  notShown: string;
  optional: string;
  remember: string;
  send: string;
  leaveEmpty: string;
  /** A form that could not be taken, and the fields that only those send who have a key. */
  notSent: string;
  nothingLost: string;
  /** Where it is not known what was typed. */
  goBack: string;
  sendAgain: string;
  archivedField: string;
  orgReplyField: string;
  workTitleField: string;
  /** Dialogs like the one that is being written. */
  alike: string;
  alikeCount: Plural;
  newTab: string;
  thanks: string;
  shownAfterReview: string;
  backToForum: string;
  backToDialog: string;
  comments: string;
  noComments: string;
  writeComment: string;
  orgReply: string;
  /** What a vote says, by topic. */
  voteQuestion: string;
  voteProblem: string;
  voteSuggestion: string;
  votePraise: string;
  voted: string;
  report: string;
  reportDialog: string;
  reportComment: string;
  reasonField: string;
  reported: string;
  archivedNotice: string;
  feed: string;
  commentFeed: string;
}
