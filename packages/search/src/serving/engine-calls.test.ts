import { until } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createEngineCalls, type EngineCalls, refusalOf } from './engine-calls.ts';

let calls: EngineCalls;
let heard: string[];

beforeEach(() => {
  heard = [];
  calls = createEngineCalls({
    pause: 1,
    onOpen: (error) => heard.push(`open: ${String(error)}`),
    onClose: () => heard.push('closed'),
  });
});

const away = () => Promise.reject(new Error('away'));
const refusing = () => Promise.reject(new AppError('invalid', 'No such question.'));
const answering = async () => 'an answer';
const becomes = (asked: Promise<unknown>) => asked.then(() => 'answered', refusalOf);
const ask = (question: () => Promise<string>) => becomes(calls.ask(question));
const times = (count: number, question: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, () => ask(question)));

/** Retries until a request reaches the engine, where it waits for its response. */
async function probe() {
  const answer = Promise.withResolvers<string>();
  return until('a question gets through', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const outcome = ask(() => {
      begin();
      return answer.promise;
    });
    const reached = await Promise.race([begun.then(() => true), outcome.then(() => false)]);
    return reached && { answer, outcome };
  });
}

describe('queries to an engine', () => {
  it('are answered', async () => {
    expect(await calls.ask(answering)).toBe('an answer');
    expect(calls.isOpen).toBe(false);
  });

  it('time out after a second, whether they honour the signal or not', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const never = (signal?: AbortSignal) => {
      signals.push(signal);
      return new Promise<string>(() => {});
    };
    await expect(calls.ask(never)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(signals).toMatchObject([{ aborted: true }]);
  });

  it('are limited to 64 at a time', async () => {
    const answer = Promise.withResolvers<string>();
    const asked = Array.from({ length: 100 }, () => ask(() => answer.promise));
    expect(await Promise.race(asked)).toBe('busy');
    answer.resolve('an answer');
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(36);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(64);
    expect(heard).toEqual([]);
  });
});

describe('a circuit breaker', () => {
  it.each([
    ['five failures in a row', [5, 0, 0], true],
    ['four failures', [4, 0, 0], false],
    ['eight, of which one in the middle was answered', [4, 1, 4], false],
  ])('opens after some failures: %s', async (_, [before = 0, between = 0, after = 0], isOpen) => {
    await times(before, away);
    await times(between, answering);
    await times(after, away);
    expect(calls.isOpen).toBe(isOpen);
    expect(heard).toEqual(isOpen ? ['open: Error: away'] : []);
  });

  it('ignores queries that the engine rejects', async () => {
    expect(await times(10, refusing)).toEqual(Array(10).fill('refused'));
    expect(calls.isOpen).toBe(false);
  });

  it('lets one query through after a while, without delaying others', async () => {
    await times(5, away);
    const { answer, outcome } = await probe();
    expect(await times(10, answering)).toEqual(Array(10).fill('open'));
    answer.resolve('an answer');
    expect(await outcome).toBe('answered');
    expect(await ask(answering)).toBe('answered');
    expect(heard).toEqual(['open: Error: away', 'closed']);
  });

  it('stays open until such a query succeeds', async () => {
    await times(5, away);
    const first = await probe();
    first.answer.reject(new Error('still away'));
    expect(await first.outcome).toBe('failed');
    expect(calls.isOpen).toBe(true);
    const second = await probe();
    second.answer.resolve('an answer');
    expect(await second.outcome).toBe('answered');
    expect(calls.isOpen).toBe(false);
  });

  it('closes when that query is rejected: the engine is reachable', async () => {
    await times(5, away);
    const { answer, outcome } = await probe();
    answer.reject(new AppError('invalid', 'No such question.'));
    expect(await outcome).toBe('refused');
    expect(calls.isOpen).toBe(false);
  });
});
