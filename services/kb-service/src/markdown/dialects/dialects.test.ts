import { describe, expect, it } from '@jest/globals';
import { renderImportedMarkdown, renderMarkdown } from '../render-markdown.ts';

const htmlOf = (markdown: string) => renderImportedMarkdown(markdown, 'en').html.replace(/\n+/g, '\n').trim();

function countsIn(markdown: string) {
  const { kept, removed } = renderImportedMarkdown(markdown, 'en').notation;
  return { kept: Object.fromEntries(kept), removed: Object.fromEntries(removed) };
}

const box = (kind: string, title: string, content = '<p>a</p>') =>
  `<div class="${kind}">\n<p><strong>${title}</strong></p>\n${content}\n</div>`;

describe('a tag of a template language is an address', () => {
  it.each([
    ['[x]({{< relref "b.md#c" >}})', 'page-named:b.md#c'],
    ['[x]({{<ref "b c">}} "t")', 'page-named:b%20c" title="t'],
    ['[x]({{% ref path="b" lang="en" %}})', 'page-named:b'],
    ['[x]({% link _docs/b.md %})', '/_docs/b.md'],
    ['[x]({% post_url 2026-01-02-b %})', 'page-named:2026-01-02-b'],
    ['[x]({{ site.baseurl }}/docs/b/)', '/docs/b/'],
    ['[x]({{site.url}}{{site.baseurl}}/b)', '/b'],
    ['[x]({{ "/b" | relative_url }})', '/b'],
    ["[x]({{ '/b' | prepend: site.baseurl }}#c)", '/b#c'],
    ['[x]\n\n[x]: {{ site.baseurl }}/b', '/b'],
    ['<a href="{{ "/b" | relative_url }}">x</a>', '/b'],
    ['<a href="{{ site.baseurl }}/b">x</a>', '/b'],
  ])('%s', (markdown, href) => {
    expect(htmlOf(markdown)).toBe(`<p><a href="${href}">x</a></p>`);
    expect(countsIn(markdown)).toEqual({ kept: {}, removed: {} });
  });
});

it('a variable of the site is its value', () => {
  const variables = new Map([['site.repository', 'https://a.example/b']]);
  const markdown =
    '[x]({{ site.repository }}/c) {{ site.repository }} {{ site.other }} `{{ site.repository }}`';
  const { html, notation } = renderImportedMarkdown(markdown, 'en', variables);
  expect(html.trim()).toBe(
    '<p><a href="https://a.example/b/c">x</a> https://a.example/b {{ site.other }} <code>{{ site.repository }}</code></p>',
  );
  expect(notation.kept).toEqual(new Map([['template_expressions', 1]]));
});

describe('a tag of a template language is an image, a film or a page', () => {
  it.each([
    [
      '{{< figure src="b.png" caption="c" >}}',
      '<figure><img src="b.png" alt="c"><figcaption>c</figcaption></figure>',
    ],
    ['a {{< img src="b.png" alt="c" width="30px" >}}', '<p>a <img src="b.png" alt="c" width="30"></p>'],
    ['{% include figure image_path="/b.png" alt="c" %}', '<p><img src="/b.png" alt="c"></p>'],
    ['{% image b.jpg %}', '<p><img src="b.jpg" alt=""></p>'],
    [
      '{{< youtube abcdefghijk >}}',
      '<p><iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe></p>',
    ],
    ['{{< page-ref page="b/c" >}}', '<p><a href="page-named:b/c" data-untitled="">b/c</a></p>'],
    ['{{< link url="https://a.example" caption="b" >}}', '<p><a href="https://a.example">b</a></p>'],
  ])('%s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });
});

describe('a block between tags of a template language', () => {
  it.each([
    ['{% hint style="info" %}\na\n{% endhint %}', box('info', 'Info')],
    ['{{< hint warning >}}\na\n{{< /hint >}}', box('warning', 'Warning')],
    ['{{<hint style="success">}}\na\n{{</ hint >}}', box('tip', 'Success')],
    ['{{% notice tip "T" %}}\na\n{{% /notice %}}', box('tip', 'T')],
    ['{{% alert title="T" color="primary" %}}\na\n{{% /alert %}}', box('info', 'T')],
    ['{% note %}\na\n{% endnote %}', box('note', 'Note')],
    ['{{< hint danger >}} a {{< /hint >}}', box('caution', 'Danger')],
    ['b\n{{< hint danger >}}\na {{< /hint >}}\nc', `<p>b</p>\n${box('caution', 'Danger')}\n<p>c</p>`],
    ['- b\n  {{< hint >}}\n  a\n  {{< /hint >}}', `<ul>\n<li>b${box('tip', 'Tip')}\n</li>\n</ul>`],
    ['{{< tabs >}}\n{{< tab "T" >}}\na\n{{< /tab >}}\n{{< /tabs >}}', '<p><strong>T</strong></p>\n<p>a</p>'],
    ['{{< details "T" >}}\na\n{{< /details >}}', '<details>\n<summary>T</summary>\n<p>a</p>\n</details>'],
    [
      '{% highlight ruby %}\n{{ a }}\n{% endhighlight %}',
      '<pre><code class="language-ruby">{{ a }}\n</code></pre>',
    ],
    ['a\n\n{% comment %}\nb\n{% endcomment %}', '<p>a</p>'],
    ['=== "T"\n\n    a', '<p><strong>T</strong></p>\n<p>a</p>'],
    ['::: code-group\na\n:::', '<p>a</p>'],
    ['!!! our-kind\n    a', box('note', 'Our kind')],
    ['> [!our-kind] *T*\n> a', box('note', '<em>T</em>')],
  ])('%j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
    expect(countsIn(markdown)).toEqual({ kept: {}, removed: {} });
  });
});

describe('wiki links', () => {
  const link = (address: string, typed: string, text: string) =>
    `<p><a href="page-named:${address}" data-typed="${typed}">${text}</a></p>`;

  it.each([
    ['[[Second note]]', link('Second%20note', '[[Second note]]', 'Second note')],
    ['[[a/b#One two|c]]', link('a%2Fb#one-two', '[[a/b#One two|c]]', 'c')],
    ['[[b#^id]]', link('b#id', '[[b#^id]]', 'b')],
    ['[[#One]]', link('#one', '[[#One]]', 'One')],
    ['![[b]]', link('b', '![[b]]', 'b')],
    ['![[b c.png]]', '<p><img src="file-named:b%20c.png" alt=""></p>'],
    ['![[b.png|c|30x20]]', '<p><img src="file-named:b.png" alt="c" width="30" height="20"></p>'],
    ['![c|30](b.png)', '<p><img src="b.png" alt="c" width="30"></p>'],
    ['[[1]](b.md)', '<p><a href="b.md">[1]</a></p>'],
    ['[[b]]\n\n[b]: c.md', '<p>[<a href="c.md">b</a>]</p>'],
    ['a ==b *c*== %%d%% ^e1', '<p id="e1">a <mark>b <em>c</em></mark> </p>'],
    ['- a ^b', '<ul>\n<li>a<span id="b"></span></li>\n</ul>'],
    ['a\n^b', '<p id="b">a</p>'],
    ['a\n\n^b', '<p>a</p>\n<p><span id="b"></span></p>'],
    ['a == b and c == d', '<p>a == b and c == d</p>'],
    ['a\n\n%%\nb\n%%\nc', '<p>a</p>\n<p>c</p>'],
  ])('%s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  it('in a table have a bar with a backslash', () => {
    expect(htmlOf('|a|\n|-|\n|[[b\\|c]]|')).toContain('data-typed="[[b|c]]">c</a>');
  });
});

describe('lists of attributes', () => {
  it.each([
    ['{: .note .warning}\na', box('warning', 'Warning')],
    ['a\n{: .tip }', box('tip', 'Tip')],
    ['{: .important }\n> a', box('important', 'Important')],
    ['## b\n{: #c}\na', '<h2 id="c">b</h2>\n<p>a</p>'],
    ['* TOC\n{:toc}\n\na', '<p>a</p>'],
    ['[a](b){:target="_blank"} [a](b){ .md-button }', '<p><a href="b">a</a> <a href="b">a</a></p>'],
    ['![a](b.png){ align=left width=30 }', '<p><img src="b.png" alt="a" width="30"></p>'],
  ])('%j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
    expect(countsIn(markdown).removed).toEqual({ attribute_lists: expect.any(Number) });
  });
});

describe('MDX', () => {
  it.each([
    ["import A from '@b/c';\nimport {\n  d,\n} from 'e';\n\na", '<p>a</p>'],
    ['export const b = {\n  c: 1,\n};\n\na', '<p>a</p>'],
    ['a{/* b */}', '<p>a</p>'],
    [
      '<Tabs>\n<TabItem value="b" label="B">\n\na\n\n</TabItem>\n</Tabs>',
      '<Tabs>\n<TabItem value="b" label="B">\n<p>a</p>\n</TabItem>\n</Tabs>',
    ],
    ["a <img src={require('./b.png').default} style={{ width: 20 }} />", '<p>a <img src="./b.png"/></p>'],
    ['<Link to="/b">a</Link>', '<a href="/b">a</a>'],
    ['a <Key k="b" /> c', '<p>a <Key k="b" ></Key> c</p>'],
    ["import tariffs are from 'abroad'", "<p>import tariffs are from 'abroad'</p>"],
  ])('%j', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });
});

describe('what stays as typed is counted', () => {
  it.each([
    ['{{<required>}} {{%deprecated%}}', { shortcodes: 2 }],
    ['{{ page.title }} [a]({{ site.repository }}/b)', { template_expressions: 2 }],
    ['{% if a %}b{% endif %}', { template_tags: 2 }],
    ['<td>{{ a }}</td>', { template_expressions: 1 }],
    ['![[a.pdf]]', { wiki_links: 1 }],
    [':material-check:{ .icon } a :smile: 10:20:30', { icon_codes: 2 }],
    ['- :::note\n\na\n:::', { containers: 1 }],
    ['<<< @/b.js\n\n--8<-- "c.md"\n\n<!-- @include: d.md -->', { file_includes: 3 }],
    ['{% raw %}{{ a }}{% endraw %} {{</* b */>}}', {}],
  ])('%s', (markdown, kept) => {
    expect(countsIn(markdown).kept).toEqual(kept);
  });

  it('with its text', () => {
    expect(htmlOf('{{<required>}} {{</* b */>}}')).toBe('<p>{{&lt;required&gt;}} {{&lt; b &gt;}}</p>');
  });
});

const WRITTEN = [
  '{{< ref "a" >}} {% link a %} {{ site.url }}',
  '[[a]] ![[b.png]] ==c== %%d%%',
  '{% hint %}\na\n{% endhint %}',
  '{: .note}\na',
  "import a from 'b'",
  '=== "a"\n    b',
];

describe('nothing of this', () => {
  it.each(WRITTEN)('is in code: %j', (markdown) => {
    const fenced = `~~~\n${markdown}\n~~~`;
    const indented = `a\n\n    ${markdown.replaceAll('\n', '\n    ')}`;
    for (const code of [fenced, indented, `\`\` ${markdown.split('\n')[0]} \`\``]) {
      expect(htmlOf(code)).toBe(renderMarkdown(code, 'en').replace(/\n+/g, '\n').trim());
      expect(countsIn(code)).toEqual({ kept: {}, removed: {} });
    }
  });

  it.each(WRITTEN)('is read over the API: %j', (markdown) => {
    const text = renderMarkdown(markdown, 'en').replace(/<[^>]*>/g, '');
    expect(text.replace(/\s+/g, ' ').trim().length).toBeGreaterThanOrEqual(markdown.length - 4);
  });
});
