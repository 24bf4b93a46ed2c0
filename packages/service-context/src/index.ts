export {
  type ConfiguredSearch,
  type ContextOptions,
  createServiceContext,
  type ServiceContext,
} from './service-context.ts';
