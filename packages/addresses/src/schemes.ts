/** The meaning of an old address in the system that made it. */
export interface SchemeAddress {
  kind: string;
  /** Empty for what there is once, such as the home page. */
  id: string;
  /** As the address says it: `en-us`. */
  language?: string;
  /** The comment that it names. */
  position?: string;
}

/**
 * Reads a path as `readPath` writes it. Other systems find things by number and ignore the words behind it, so all
 * spellings have the same kind and id.
 */
export type Scheme = (path: string) => SchemeAddress | undefined;

/** A pattern with the named groups `id`, `language` and `position`. */
type Rule = readonly [kind: string, pattern: RegExp];

const LOCALE = '(?<language>[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)';
const ID = '(?<id>[0-9]{1,20})(?:-[^/]*)?';

/** `/hc/en-us/articles/360047117032-Anything`; titles in other scripts have no words behind the number. */
const ZENDESK = rulesBelow(`/hc(?:/${LOCALE})?`, [
  ['article', `/articles/${ID}(?:/comments/(?<position>[0-9]{1,20}))?`],
  ['section', `/sections/${ID}`],
  ['category', `/categories/${ID}`],
  ['post', `/community/posts/${ID}(?:/comments/(?<position>[0-9]{1,20}))?`],
  ['topic', `/community/topics/${ID}`],
  ['newpost', '/community/posts/new'],
  ['community', '/community(?:/(?:posts|topics))?'],
  ['attachment', '/article_attachments/(?<id>[0-9]{1,20})(?:/[^/]*)?'],
  ['search', '/search'],
  ['contact', '/requests/new'],
  ['home', ''],
]);

/** `/article/12-reset-your-password` */
const HELP_SCOUT = rulesBelow('', [
  ['article', `/article/${ID}`],
  ['category', `/category/${ID}`],
  ['collection', `/collection/${ID}`],
]);

/** `/en/articles/1234567-anything`, on `intercom.help` below the name of the company. */
const INTERCOM = rulesBelow(`(?:/(?!hc/)[A-Za-z0-9_-]+)?/${LOCALE}`, [
  ['article', `/articles/${ID}`],
  ['collection', `/collections/${ID}`],
]);

/** `/en/support/solutions/articles/1000123456-anything` */
const FRESHDESK = rulesBelow(`(?:/${LOCALE})?/support`, [
  ['article', `/solutions/articles/${ID}`],
  ['folder', `/solutions/folders/${ID}`],
  ['category', `/solutions/${ID}`],
  ['search', '/search(?:/solutions)?'],
  ['contact', '/tickets/new'],
  ['home', '/(?:home|solutions)'],
]);

/** `/?p=12`; the path of a link is an address of its own. */
const WORDPRESS = rulesBelow('/(?:index\\.php)?\\?(?:p|page_id)=', [['post', '(?<id>[0-9]{1,19})']]);

/** `/t/reset-your-password/12/3` is the third post of a topic; `/t/12/3` is the same. */
const DISCOURSE = rulesBelow('', [
  ['topic', '/t/(?:[^/]+/)??(?<id>[0-9]{1,19})(?:/(?<position>[0-9]{1,9}))?'],
  ['post', '/p/(?<id>[0-9]{1,19})(?:/[0-9]{1,19})?'],
  ['category', '/c/(?:[^/]+/){1,3}?(?<id>[0-9]{1,19})(?:/(?:l/[a-z]+|all|none)){0,3}'],
  ['tag', '/tag/(?<id>[0-9A-Za-z_-]{1,100})(?:/l/[a-z]+)?'],
  ['upload', '/uploads/[^/]+/original/(?:[^/]+/)*(?<id>[0-9a-f]{40})(?:\\.[0-9A-Za-z]{1,10})?'],
  [
    'upload',
    '/uploads/[^/]+/optimized/(?:[^/]+/)*(?<id>[0-9a-f]{40})_[0-9a-zA-Z_]+(?:\\.[0-9A-Za-z]{1,10})?',
  ],
]);

/** `/topic/12/reset-your-password/3` */
const NODEBB = rulesBelow('', [
  ['topic', '/topic/(?<id>[0-9]{1,19})(?:/[^/]+(?:/(?<position>[0-9]{1,9}))?)?'],
  ['post', '/post/(?<id>[0-9]{1,19})'],
  ['category', '/category/(?<id>[0-9]{1,19})(?:/[^/]+)?'],
]);

/** `/d/12-reset-your-password/3` */
const FLARUM = rulesBelow('', [['discussion', `/d/${ID}(?:/(?<position>[0-9]{1,9}))?`]]);

/** `/phpbb/viewtopic.php?f=2&t=12&p=99`, of which `f` is not read. */
const PHPBB = rulesBelow('(?:/[^/?]+)*/viewtopic\\.php\\?', [
  ['topic', 't=(?<id>[0-9]{1,19})(?:&p=(?<position>[0-9]{1,19}))?'],
  ['post', 'p=(?<id>[0-9]{1,19})'],
]);

/** By name; a service takes those of the systems from which its tenants come. */
export const SCHEMES = {
  zendesk: schemeOf(ZENDESK),
  helpscout: schemeOf(HELP_SCOUT),
  intercom: schemeOf(INTERCOM),
  freshdesk: schemeOf(FRESHDESK),
  wordpress: schemeOf(WORDPRESS),
  discourse: schemeOf(DISCOURSE),
  nodebb: schemeOf(NODEBB),
  flarum: schemeOf(FLARUM),
  phpbb: schemeOf(PHPBB),
} as const satisfies Record<string, Scheme>;

function rulesBelow(base: string, rules: readonly (readonly [kind: string, path: string])[]): Rule[] {
  return rules.map(([kind, path]) => [kind, new RegExp(`^${base}${path}$`, 'u')]);
}

function schemeOf(rules: readonly Rule[]): Scheme {
  return (path) => {
    for (const [kind, pattern] of rules) {
      const found = pattern.exec(path);
      if (!found) continue;
      const { id = '', language, position } = found.groups ?? {};
      return {
        kind,
        id,
        ...(language && { language: language.toLowerCase() }),
        ...(position && { position }),
      };
    }
    return undefined;
  };
}
