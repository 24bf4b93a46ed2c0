export { closedObject } from './closed-object.ts';
export {
  type Header,
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
} from './document.ts';
export { ANSWER_HEADERS, LIMIT_HEADERS } from './headers.ts';
export {
  IF_NONE_MATCH,
  parameterComponents,
  parameterReference,
  queryParameter,
} from './parameters.ts';
export { byDepth, groupsOf, type PathParameterDescription, pathParameters, pathTemplate } from './paths.ts';
export { type MemberRow, memberRows } from './reference/members.ts';
export type { ErrorRow, ReferenceOptions, ResourceView } from './reference/reference-options.ts';
export { type ReferenceRoutesOptions, referenceRoutes } from './reference-routes.ts';
export { headerReferences, reference, resolve, schemaReference } from './references.ts';
export { SERVICE_GROUP, SERVICE_PATHS } from './service-paths.ts';
export { type WebhookEvent, webhookItems } from './webhook-items.ts';
