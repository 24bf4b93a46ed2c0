import type { GuideAnswer } from '../widget-answers.ts';
import { showContent } from './content.ts';
import { button, element, linkAway } from './elements.ts';
import { note, type Place } from './place.ts';

/** A guide, the question whether it helped, and the way to its page. */
export function showGuide(guide: GuideAnswer, place: Place): HTMLElement[] {
  const { words } = place.start;
  const text = element('article', { lang: guide.language, dir: guide.direction });
  const shown = showContent(guide.content, {
    addressOf: place.requests.addressOf,
    openGuide: place.openGuide,
    newTab: words.newTab,
  });
  text.append(shown);
  const notice = guide.notice === undefined ? [] : [element('p', { class: 'quiet' }, guide.notice)];
  const whole = element('p', {}, linkAway(words.fullPage, guide.address, words.newTab));
  return [...notice, text, askForVote(guide, place), whole];
}

function askForVote({ votes, slug, title }: GuideAnswer, place: Place): HTMLElement {
  const { words } = place.start;
  const question = element('span', { id: ':question' }, words.question);
  const group = element('div', { class: 'vote', role: 'group', 'aria-labelledby': ':question' }, question);

  async function vote(path: string, isAnswered: boolean): Promise<void> {
    try {
      await place.requests.vote(path);
    } catch {
      return say(words.tryLater);
    }
    say(words.thanks);
    note(place.visit.answered, `${isAnswered ? words.yes : words.no}: ${title}`);
    if (isAnswered) place.tell('answered', { slug, title });
    else group.append(...place.waysOn(title));
  }

  /** The focus stays where the buttons were. */
  function say(text: string): void {
    const said = element('p', { tabindex: '-1', role: 'status' }, text);
    group.replaceChildren(said);
    said.focus();
  }

  group.append(
    button(words.yes, () => void vote(votes.up, true)),
    button(words.no, () => void vote(votes.down, false)),
  );
  return group;
}
