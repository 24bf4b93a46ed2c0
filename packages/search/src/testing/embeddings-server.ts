import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ListeningApp, listenWith } from '@guidepost/testing';

export interface Question {
  path: string;
  authorization: string | undefined;
  model: string;
  input: string[];
  encoding_format: string;
}

export type Reply = (question: Question, response: ServerResponse) => unknown;

/** An embeddings server that can be told how to answer. */
export interface EmbeddingsServer extends ListeningApp {
  /** The questions since the last call. */
  take(): Question[];
  /** By default, it tells the truth. */
  reply: Reply;
}

/** The topics of texts; each is a dimension. */
const TOPICS = [
  /pay|bill|invoice|money|owe/i,
  /log ?in|sign|password|account/i,
  /rose|garden|flower|plant/i,
  /print|paper|ink/i,
];

export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const questions: Question[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await readQuestion(request);
    questions.push(question);
    server.reply(question, response);
  }

  const app = await listenWith((request, response) => void answer(request, response));
  const server: EmbeddingsServer = {
    ...app,
    take: () => questions.splice(0),
    reply: truth,
  };
  return server;
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const { authorization } = request.headers;
  return { path: request.url ?? '', authorization, ...JSON.parse(await text(request)) };
}

export const truth: Reply = ({ input, model }, response) =>
  response.end(JSON.stringify(answerOf(input, model)));

export function answerOf(input: readonly string[], model = 'topics') {
  const data = input.map((one, index) => ({ object: 'embedding', index, embedding: topicsOf(one) }));
  return { object: 'list', model, data };
}

/** The last number says that it is a text. */
function topicsOf(one: string): number[] {
  return [...TOPICS.map((topic) => (topic.test(one) ? 1 : 0)), 0.1];
}
