import { describe, expect, it } from '@jest/globals';
import { readNetwork, readSender, readState, readTagNames } from './typed-values.ts';

describe('what is typed to be blocked', () => {
  it.each([
    ['ada@example.com', { email: 'ada@example.com' }],
    [' ada@localhost ', { email: 'ada@localhost' }],
    ['a@b@c', { email: 'a@b@c' }],
    [' 192.0.2.1 ', { address: '192.0.2.1' }],
    ['2001:db8:1:2:3::4', { address: '2001:db8:1:2::/64' }],
    ['192.0.2.0/24', { address: '192.0.2.0/24' }],
    ['ada', undefined],
    ['@example.com', undefined],
    ['ada@', undefined],
    ['ada@example.com or bob', undefined],
    ['ada lovelace@example.com', undefined],
    ['', undefined],
    [`${'a'.repeat(243)}@example.com`, undefined],
  ])('%j is %j', (typed, sender) => {
    expect(readSender(typed)).toEqual(sender);
  });

  it.each([
    ['10.0.0.0/8', true],
    ['10.0.0.0/7', false],
    ['192.0.2.1/32', true],
    ['192.0.2.1/33', false],
    ['2001:db8::/16', true],
    ['2001:db8::/15', false],
    ['2001:db8::1/128', true],
    ['2001:db8::1/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/ 16', false],
    ['10.0.0.0/16x', false],
    ['10.0.0.0/0016', false],
    ['10.0.0.0/16/8', false],
    ['fe80::1%eth0', false],
    ['fe80::%1/64', false],
    ['example.com', false],
  ])('%s can be a network: %j', (typed, isNetwork) => {
    expect(readNetwork(typed)).toBe(isNetwork ? typed : undefined);
  });
});

it.each([
  ['', null],
  [' planned ', 'planned'],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), undefined],
])('the state %j is read as %j', (typed, state) => {
  expect(readState(typed)).toBe(state);
});

it.each([
  ['tyres, Brakes,tyres', ['tyres', 'Brakes']],
  [`tyres, ${'a'.repeat(100)}`, ['tyres', 'a'.repeat(100)]],
  [`tyres, ${'a'.repeat(101)}`, undefined],
  [' , ', undefined],
  ['', undefined],
])('the tags %j are read as %j', (typed, names) => {
  expect(readTagNames(typed)).toEqual(names);
});
