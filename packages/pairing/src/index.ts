export { answerQuestion } from './answer-question.ts';
export { createPair, type Pair } from './pair.ts';
export { PAIR_VARIABLES, type PairConfig, type PairSettings, readPairSettings } from './pair-variables.ts';
export {
  type Answers,
  PAIR_PATH,
  type PairAnswers,
  type PairTenant,
  type Questions,
  type ServiceName,
  SIGNATURE,
} from './protocol.ts';
export { isInTime, type ReadTicket, readTicket, signTicket, type Ticket } from './tickets.ts';
