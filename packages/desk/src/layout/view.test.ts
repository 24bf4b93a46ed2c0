import { parseQuery } from '@guidepost/http';
import { describe, expect, it } from '@jest/globals';
import { addressAfter, readNotice } from './view.ts';

const WORDS = { noticeSaved: 'Saved.', title: 'Title' };
const UNDO = { action: '/desk/kb/a/guides', fields: { action: 'publish', 'guide[31]': 'on' } };

const noticeOf = (address: string, secret = 'one') =>
  readNotice(parseQuery(address.split('?')[1] ?? ''), WORDS, secret);

describe('what a page says about the form that led to it', () => {
  it('is a text by its key, and what takes it back', () => {
    const address = addressAfter(
      { seeOther: '/desk/kb/a/guides?page=2', notice: 'noticeSaved', undo: UNDO },
      'one',
    );
    expect(address).toMatch(/^\/desk\/kb\/a\/guides\?page=2&done=noticeSaved&done-undo=/);
    expect(noticeOf(address)).toEqual({ text: 'Saved.', undo: UNDO });
  });

  it('is nothing without a notice', () => {
    expect(addressAfter({ seeOther: '/desk?a=b' }, 'one')).toBe('/desk?a=b');
    expect(noticeOf('/desk?a=b')).toBeUndefined();
  });

  it.each(['title', 'noticeUnknown', 'toString', '__proto__', ''])('is no other text: %s', (key) => {
    expect(noticeOf(`/desk?done=${key}`)).toBeUndefined();
  });

  it('S31 takes nothing back that another session, or a link, made up', () => {
    const address = addressAfter({ seeOther: '/desk', notice: 'noticeSaved', undo: UNDO }, 'another');
    expect(noticeOf(address)).toEqual({ text: 'Saved.', undo: undefined });
    const made = Buffer.from(JSON.stringify(UNDO)).toString('base64url');
    for (const undo of [made, `${made}.`, `${made}.AAAA`, '.', ''])
      expect(noticeOf(`/desk?done=noticeSaved&done-undo=${undo}`)?.undo).toBeUndefined();
  });
});
