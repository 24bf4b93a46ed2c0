import { type AnswerRequest, isFromSameOrigin } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { attachesFiles } from '../../model/attaches-files.ts';
import { sessionCookie } from '../../people/member-cookie.ts';
import { createAdmission } from '../admit.ts';
import type { Routes } from '../endpoint.ts';
import { followMerges } from '../follow-merges.ts';
import { answerForm, type FormSource } from './answer-form.ts';
import { createMemberFormReader } from './read-member-form.ts';
import { withAttachment } from './with-attachment.ts';

/** The page that a form of a member is sent to, and the path of the API with the same fields. */
const FORMS = {
  '/ask': '/:slug',
  '/:id/comments': '/comment/:slug/:id',
  '/:id/vote': '/vote/:slug/:id',
} as const;

/**
 * Posts from pages, where people may be signed in: their session gives name and address. Without a session the form is
 * handled as over the API, so that nothing is lost when one has ended.
 */
export function memberForms(context: Context, routes: Routes): Readonly<Record<string, AnswerRequest>> {
  const admission = createAdmission(context);
  const source = createSource(context);
  return Object.fromEntries(
    Object.entries(FORMS).map(([page, path]) => {
      const endpoint = routes[path]?.post;
      if (!endpoint) throw new Error(`Nothing can be posted to ${path}.`);
      const following = { ...endpoint, handle: followMerges(context, endpoint) };
      const handle = endpoint.countsAs === 'post' ? withAttachment(context, following) : following.handle;
      return [page, answerForm(context, admission, { ...endpoint, handle }, source)];
    }),
  );
}

function createSource({ members, config }: Pick<Context, 'members' | 'config'>): FormSource {
  const readForm = createMemberFormReader(config.FORUM_FILES_DIRECTORY);
  return {
    async findMember(request, forum) {
      const secret = sessionCookie(config.PUBLIC_URL, forum.id).read(request);
      const member = secret === undefined ? undefined : await members.find(forum, secret);
      if (member && !isFromSameOrigin(request.headers))
        throw new AppError('forbidden', 'This form came from another site and was refused.');
      return member;
    },
    read: (request, response, sender) =>
      readForm(request, response, {
        keepsFile: attachesFiles(sender),
        language: sender.forum.language,
      }),
  };
}
