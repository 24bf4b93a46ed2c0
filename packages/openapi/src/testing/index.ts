export { createAnswerValidator, withUndocumentedMembers } from './answer-validator.ts';
export { listRoutes } from './app-routes.ts';
export { documentMistakes, listOperations } from './document-mistakes.ts';
export * from './fuzzing/index.ts';
