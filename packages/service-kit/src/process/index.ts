export { createLogger, type LoggerOptions } from '../logging/logger.ts';
export { createMetrics } from '../metrics/metrics.ts';
export { createHttpService, type HttpServiceOptions, startListening, stopListening } from './http-service.ts';
export { runService, type ServiceProgram } from './run.ts';
