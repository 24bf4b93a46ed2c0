import { leadTo, noSuchPage, pageAddress } from '@guidepost/pages';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { acceptAnswer } from '../../posts/accept-answer.ts';
import { limitedSender } from '../../posts/new-post.ts';
import { moderationOf } from '../../posts/own-posts.ts';
import { withReceipt } from '../../posts/receipts.ts';
import { requireAllowance } from '../../tenants/rate-limits.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import { ownChangeOf, pageOfPost, placeOf, refusalPage } from './member-call.ts';

/** For addresses that forms are sent to: someone who opens one is led to the dialog. */
export async function leadToDialog({ site, path }: PageCall) {
  const id = parseId(path.id);
  if (id === undefined) throw noSuchPage();
  return leadTo(303, site.paths.dialogPage(id));
}

/** `/:id/accept`: accepts a comment as the answer, or none. */
export function acceptPage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    read: leadToDialog,
    async change(call) {
      const { site, form } = call;
      const own = ownChangeOf(call);
      const { dialogId } = own.place;
      const sent = form.first('comment') ?? '';
      const answer = sent === 'none' ? null : parseId(sent);
      if (answer === undefined) throw noSuchPage();
      try {
        await acceptAnswer(database, moderationOf(own, 'dialog accept'), { dialogId, answer });
      } catch (error) {
        const heading = site.phrasing.words.members.notChanged;
        return refusalPage(error, site, { heading, back: pageOfPost(site, own.place) });
      }
      return leadTo(303, pageOfPost(site, { dialogId, commentId: answer ?? undefined }));
    },
  };
}

/** `/:id/follow`: mails answers to the member, or stops. */
export function followPage({ followers }: Pick<Context, 'followers'>): PageKind {
  return {
    read: leadToDialog,
    async change(call) {
      const { site, form, member, origin } = call;
      const { forum } = site;
      const { dialogId } = placeOf(call);
      const request = { forum, dialogId, email: member.email, sender: origin.sender };
      if (form.first('follow') === 'off') await followers.leave(request);
      else await followers.follow({ ...request, isProven: true });
      return leadTo(303, pageAddress(site.paths.dialogPage(dialogId), 1));
    },
  };
}

type Voting = Pick<Context, 'receipts' | 'refreshForum' | 'rateLimits'>;

/** `/:id/guest-vote`: counts the vote of someone who is not signed in, or takes it back. */
export function guestVotePage({
  guestVotes,
  receipts,
  refreshForum,
  rateLimits,
}: Voting & Pick<Context, 'guestVotes'>): PageKind {
  return {
    read: leadToDialog,
    async send({ site: { forum, member, paths }, form, origin, userAgent, path }) {
      const { dialogId } = placeOf({ path });
      const page = paths.dialogPage(dialogId);
      // Their own vote has another button.
      if (member) return leadTo(303, page);
      await requireAllowance(rateLimits.claimed.vote, limitedSender(origin), 'Too many votes.');
      const vote = { forumId: forum.id, dialogId, origin, userAgent };
      const isCast = form.first('vote') !== 'off';
      const result = isCast ? await guestVotes.cast(vote) : await guestVotes.takeBack(vote);
      if (typeof result === 'number') refreshForum(forum, result);
      const isCounted = isCast && result !== 'too-many';
      const thanks = { sent: 'guest-vote', forumId: forum.id, dialogId, page } as const;
      return leadTo(303, `${isCounted ? await withReceipt(receipts, thanks) : page}#:votes`);
    },
  };
}

/** `/:id/comments/:comment/helpful`: someone finds a comment helpful, or takes that back. */
export function helpfulPage({
  helpfulVotes,
  receipts,
  refreshForum,
  rateLimits,
}: Voting & Pick<Context, 'helpfulVotes'>): PageKind {
  return {
    read: async ({ site, path }) => leadTo(303, pageOfPost(site, placeOf({ path }))),
    async send({ site, form, origin, userAgent, path }) {
      const { forum, member } = site;
      const { dialogId, commentId } = placeOf({ path });
      if (commentId === undefined) throw noSuchPage();
      const page = pageOfPost(site, { dialogId, commentId });
      await requireAllowance(rateLimits.claimed.vote, limitedSender(origin), 'Too many votes.');
      const vote = { forumId: forum.id, dialogId, commentId, origin, userAgent, member };
      const isCast = form.first('vote') !== 'off';
      const result = isCast ? await helpfulVotes.cast(vote) : await helpfulVotes.takeBack(vote);
      if (typeof result === 'number') refreshForum(forum, result);
      // Members see what they have found helpful.
      if (member || !isCast || result === 'too-many') return leadTo(303, page);
      return leadTo(
        303,
        await withReceipt(receipts, { sent: 'helpful', forumId: forum.id, dialogId, commentId, page }),
      );
    },
  };
}
