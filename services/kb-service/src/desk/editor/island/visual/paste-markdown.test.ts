import { describe, expect, it } from '@jest/globals';
import { looksLikeMarkdown } from './paste-markdown.ts';

describe('a text that looks like Markdown', () => {
  it.each([
    ['a heading', '## Head\nText'],
    ['a title', '# Returns\n\nText'],
    ['underlined headings', 'Returns\n=======\n\nText'],
    [
      'lists',
      '- one\n- two',
      '* one\n* two',
      '1. one\n2. two',
      '- [x] one\n- [ ] two',
      'Text\n\n  + one\n  + two',
    ],
    ['tables', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n:-- | --:\n1 | 2'],
    ['code', 'Text\n```sh\nls\n```'],
    ['quotations', '> [!NOTE]\n> Keep it.'],
    ['line ends of Windows', '- one\r\n- two\r\n'],
  ])('has %s', (_, ...texts) => {
    expect(texts.filter((text) => !looksLikeMarkdown(text))).toEqual([]);
  });

  it.each([
    ['sentences', 'You have 30 days.\n\nPack it – in paper – and send it.'],
    ['a single dash', 'Thank you\n- Ada'],
    ['a comment of a script', '#!/bin/sh\n# Packs it\ntar c .', 'colour: red # not #c00'],
    ['a hashtag', '#returns are free'],
    ['a prompt', '> ls', '$ ls'],
    ['numbers', '2024. That was a year.\n31 July'],
    ['lines and pipes', 'One\n\n---\n\nTwo', 'cat a | sort\nls | wc', '-----\na | b'],
    ['one fence', 'Write ``` before it'],
    ['nothing', '', '\n'],
  ])('does not only have %s', (_, ...texts) => {
    expect(texts.filter(looksLikeMarkdown)).toEqual([]);
  });
});
