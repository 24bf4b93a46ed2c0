import { catalogueOf, createPhrasings, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/** Guides that a message names. */
const MOST_GUIDES = 20;

/** A guide in review. */
export interface WaitingGuide {
  /** That of its language. */
  host: string;
  language: string;
  guide_id: number;
  title: string;
  proposer_id: number | null;
  proposer_name: string;
  /** As the database writes it. */
  proposed_at: string;
}

/** A proposal that was published or returned. */
export interface Decision {
  knowledge_base_id: number;
  id: number;
  guide_id: number;
  kind: string;
  person_id: number | null;
  done_by: string;
  proposed_at: string;
}

/** A note on a guide or a passage. */
export interface Note {
  quote: string | null;
  text: string;
  name: string;
}

const phrasingOf = createPhrasings('guides');

interface Links {
  deskUrl: string;
  stop: string;
}

/** Guides to review: one with who submitted it, or a list. Where there are several languages, each says its own. */
export function writeList(
  { name, language, languages }: Pick<KnowledgeBase, 'name' | 'language' | 'languages'>,
  guides: readonly WaitingGuide[],
  { deskUrl, stop }: Links,
): MailContent {
  const words = catalogueOf(language).mail;
  const { count } = phrasingOf(language);
  const deskOf = ({ host }: Pick<WaitingGuide, 'host'>) => `${deskUrl}/desk/kb/${encodeURIComponent(host)}`;
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const inLanguage = (guide: WaitingGuide) =>
    languages.length > 1 ? [names.of(guide.language) ?? guide.language] : [];
  const titled = (guide: WaitingGuide) => [guide.title, ...inLanguage(guide)].join(' · ');
  const [first, ...more] = guides;
  const alone = first && more.length === 0 ? first : undefined;
  return writeLetter({
    language,
    subject: fill(alone ? words.proposalSubject : words.proposalsSubject, {
      name,
      title: alone ? titled(alone) : '',
    }),
    paragraphs: [
      alone
        ? fill(words.proposed, { by: alone.proposer_name, title: titled(alone) })
        : fill(count(words.inReview, guides.length), { name }),
    ],
    links: alone
      ? []
      : guides.slice(0, MOST_GUIDES).map((guide) => ({
          label: `${titled(guide)} (${guide.proposer_name})`,
          url: `${deskOf(guide)}/guides/${guide.guide_id}`,
        })),
    link: alone
      ? { label: words.openGuide, url: `${deskOf(alone)}/guides/${alone.guide_id}` }
      : { label: words.openGuides, url: `${first ? deskOf(first) : deskUrl}/guides?state=proposed` },
    notes: [words.automatic],
    lastLink: { label: words.stopProposals, url: stop },
  });
}

/** The outcome of a proposal, with what others have noted on it. */
export function writeDecision(
  { host, name, language }: Pick<KnowledgeBase, 'host' | 'name' | 'language'>,
  { guide_id, kind, done_by: by, title, notes }: Decision & { title: string; notes: readonly Note[] },
  { deskUrl, stop }: Links,
): MailContent {
  const words = catalogueOf(language).mail;
  const isReturned = kind === 'returned';
  return writeLetter({
    language,
    subject: fill(isReturned ? words.guideReturnedSubject : words.guidePublishedSubject, { name, title }),
    paragraphs: [
      fill(isReturned ? words.guideReturned : words.guidePublished, { by, title }),
      ...notes.flatMap(({ name: author, quote, text }) => [
        fill(words.wrote, { name: author }),
        ...(quote === null ? [] : [`> ${quote}`]),
        ...text.split(/\n+/),
      ]),
    ],
    link: {
      label: words.openGuide,
      url: `${deskUrl}/desk/kb/${encodeURIComponent(host)}/guides/${guide_id}`,
    },
    notes: [words.automatic],
    lastLink: { label: words.stopProposals, url: stop },
  });
}
