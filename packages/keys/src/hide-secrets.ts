/** Access keys (`gpk_`), and the tokens of links that are sent to people (`gpl_`). */
const SECRET = /(gp[kl]_)[\w-]{43}/g;

/** What logs may show of a text: `gpk_…` for an access key. */
export function hideSecrets(text: string): string {
  return text.replaceAll(SECRET, '$1…');
}
