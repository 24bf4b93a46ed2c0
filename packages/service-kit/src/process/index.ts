export { createLogger, type LoggerOptions } from '../logging/logger.ts';
export { createMetrics } from '../metrics/metrics.ts';
export { createHttpService, type HttpServiceOptions } from './http-service.ts';
export { startListening, stopListening } from './listening.ts';
export { runService, type ServiceProgram } from './run.ts';
