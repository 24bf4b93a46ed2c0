export { type BodyRule, judgeBodyFormat, parseJson, readBody, unlessStalled } from './bodies/read-body.ts';
export {
  acceptsExactly,
  isMultipart,
  type MultipartForm,
  readForm,
  readMultipart,
  type UploadedFile,
} from './bodies/read-form.ts';
export {
  addressBlock,
  type ClientAddress,
  type Clients,
  createClients,
  readTrustedProxies,
} from './clients.ts';
export { type Cookie, createCookie } from './cookies.ts';
export { entityTag, isNotModified, readIfMatch, strongEntityTag } from './entity-tags.ts';
export {
  answerErrors,
  type ErrorAnswersOptions,
  errorsShownBy,
  type FailedRequest,
  type ShowError,
  showErrorsBy,
} from './errors/answer-errors.ts';
export { type HttpError, toHttpError } from './errors/http-error.ts';
export { hostsOf, isHostOfService, parseDomainName, parseHost, refuseServiceHost } from './host-name.ts';
export {
  type BodyWriter,
  createBodyWriter,
  createLargeBodySemaphore,
  encodeText,
  LARGE_BYTES,
  MOST_DOCUMENT_BYTES,
  type WrittenBody,
  writeTexts,
} from './large-bodies.ts';
export { type MediaRange, parseMediaRanges } from './media-ranges.ts';
export {
  corsHeaders,
  isFromOtherOrigin,
  isFromSameOrigin,
  type PreflightOptions,
  preflight,
} from './origins.ts';
export {
  declareParameters,
  type Parameter,
  type ParameterReader,
  type ParameterSchema,
  type ParameterValues,
  type UndeclaredParameters,
} from './parameters.ts';
export { parseQuery, type Query, rawQueryString } from './query.ts';
export { createKeptRepresentations } from './representation-cache/kept-representations.ts';
export {
  type AnswerIdentity,
  createRepresentationCache,
  type RepresentationCache,
  type RepresentationCacheOptions,
} from './representation-cache/representation-cache.ts';
export {
  type AnswerRequest,
  type PathParameters,
  type RegisterResource,
  type ResourceHandlers,
  type ResourceOptions,
  resourcesOn,
} from './resources.ts';
export { representFile, type ServedFile } from './responses/represent-file.ts';
export type { HeaderFields, Representation } from './responses/representation.ts';
export { sendRepresentation } from './responses/send-representation.ts';
export { type SecurityOptions, securityHeaders } from './security-headers.ts';
export { createHttpServer, type HttpServerOptions } from './server/http-server.ts';
export { requestIdOf } from './server/observe-requests.ts';
export { createRequestListener } from './server/request-listener.ts';
export { createRouter, createServiceApp, type ServiceAppOptions } from './server/service-app.ts';
