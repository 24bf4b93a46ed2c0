import { describe, expect, it } from '@jest/globals';
import { describeAnswers } from './report.ts';

const JUDGED = { corpus: 'shop', grades: new Map([['pay', 3]]) };
const ENGLISH = { language: 'en', judged: { ...JUDGED, query: 'how do I pay' } };
const SWEDISH = { language: 'sv', judged: { ...JUDGED, query: 'hur betalar jag' } };
const KEYWORDS = { language: 'en', judged: { ...JUDGED, query: 'payment' } };

describe('the table of search quality', () => {
  it('reports questions by language, keywords apart, and what finds nothing or helps', () => {
    const questions = [
      { contender: 'A', ...ENGLISH, found: ['pay'], ndcg: 1 },
      { contender: 'A', ...SWEDISH, found: [], ndcg: 0 },
      { contender: 'B', ...ENGLISH, found: ['other', 'pay'], ndcg: 0.5 },
      { contender: 'B', ...SWEDISH, found: ['pay'], ndcg: 1 },
    ];
    const keywords = [
      { contender: 'A', ...KEYWORDS, found: ['pay'], ndcg: 0.25 },
      { contender: 'B', ...KEYWORDS, found: [], ndcg: 0 },
    ];
    expect(describeAnswers({ questions, keywords }).split('\n')).toEqual([
      '| mean NDCG@10 | English | Swedish | German | French | all questions | keywords | questions that find nothing | helped by the first five |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| judged | 1 | 1 | 0 | 0 | 2 | 1 |  |  |',
      '| A | 1.000 | 0.000 | 0.000 | 0.000 | **0.500** | 0.250 | 50 % | 50 % |',
      '| B | 0.500 | 1.000 | 0.000 | 0.000 | **0.750** | 0.000 | 0 % | 100 % |',
    ]);
  });
});
