export { parseJson } from './bodies/parse-json.ts';
export { type BodyRule, judgeBodyFormat, readBody, unlessStalled } from './bodies/read-body.ts';
export { acceptsExactly, readForm } from './bodies/read-form.ts';
export {
  isMultipart,
  type MultipartForm,
  readMultipart,
  type UploadedFile,
} from './bodies/read-multipart.ts';
export {
  addressBlock,
  type ClientAddress,
  type Clients,
  createClients,
  readTrustedProxies,
} from './client-address/clients.ts';
export { type Cookie, createCookie } from './cookies/cookie.ts';
export { corsHeaders, type PreflightOptions, preflight } from './cors/cors.ts';
export { entityTag, strongEntityTag } from './entity-tags/entity-tag.ts';
export { readIfMatch } from './entity-tags/if-match.ts';
export { isNotModified } from './entity-tags/not-modified.ts';
export {
  answerErrors,
  type ErrorAnswersOptions,
  errorsShownBy,
  type FailedRequest,
  type ShowError,
  showErrorsBy,
} from './errors/answer-errors.ts';
export { type HttpError, toHttpError } from './errors/http-error.ts';
export { hostsOf, parseDomainName, parseHost, refuseServiceHost } from './host-names/host-name.ts';
export { parseId } from './identifiers/parse-id.ts';
export {
  type BodyWriter,
  createBodyWriter,
  encodeText,
  type WrittenBody,
  writeTexts,
} from './large-bodies/body-writer.ts';
export { createLargeBodySemaphore, LARGE_BYTES, MOST_BYTES } from './large-bodies/large-bodies.ts';
export { type MediaRange, parseMediaRanges } from './negotiation/media-ranges.ts';
export { pageCount } from './pagination/page-count.ts';
export {
  declareParameters,
  type Parameter,
  type ParameterReader,
  type ParameterSchema,
  type ParameterValues,
  type UndeclaredParameters,
} from './parameters/parameter-reader.ts';
export { parseQuery, type Query, rawQueryString } from './query/query.ts';
export { createKeptRepresentations } from './representation-cache/kept-representations.ts';
export {
  type AnswerIdentity,
  createRepresentationCache,
  type RepresentationCache,
  type RepresentationCacheOptions,
} from './representation-cache/representation-cache.ts';
export { representFile, type ServedFile } from './responses/represent-file.ts';
export type { HeaderFields, Representation } from './responses/representation.ts';
export { sendRepresentation } from './responses/send-representation.ts';
export {
  type AnswerRequest,
  type PathParameters,
  type RegisterResource,
  type ResourceHandlers,
  type ResourceOptions,
  resourcesOn,
} from './routing/register-resource.ts';
export { isFromSameOrigin } from './same-origin/same-origin.ts';
export { type SecurityOptions, securityHeaders } from './security-headers/security-headers.ts';
export { createHttpServer, type HttpServerOptions } from './server/http-server.ts';
export { createRequestListener } from './server/request-listener.ts';
export { createRouter, createServiceApp, type ServiceAppOptions } from './server/service-app.ts';
