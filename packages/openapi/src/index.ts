export {
  closedObject,
  type Header,
  headerReferences,
  METHODS,
  type MediaType,
  type Method,
  type OpenApiDocument,
  type Operation,
  type OperationParameter,
  type PathItem,
  type Reference,
  type RequestBody,
  type Response,
  reference,
  resolve,
  schemaReference,
} from './document.ts';
export {
  ANSWER_HEADERS,
  IF_NONE_MATCH,
  LIMIT_HEADERS,
  parameterComponents,
  parameterReference,
  queryParameter,
} from './parameters.ts';
export {
  byDepth,
  groupsOf,
  type PathParameterDescription,
  pathParameters,
  pathTemplate,
  SERVICE_GROUP,
  SERVICE_PATHS,
} from './paths.ts';
export {
  type ErrorRow,
  type MemberRow,
  memberRows,
  type ReferenceOptions,
  type ResourceView,
} from './reference/reference-options.ts';
export { type ReferenceRoutesOptions, referenceRoutes } from './reference-routes.ts';
export { type WebhookEvent, webhookItems } from './webhook-items.ts';
