import { type Endpoint, isOpenInMaintenance } from '#contract/core/endpoint.ts'
import { type FileDownload, SerializedJson } from '#server/api/handler.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import {
  createFormReader,
  discardRequestBody,
  type Form,
  formType,
  type ReadForm,
  registerFormRoutes,
} from './multipart-forms.ts'
import type { EndpointDispatcher, RequestInfo } from './endpoint-dispatcher.ts'
import { catalogueLimitOfRequest, variantKey } from '../cache/catalogue-variant.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import {
  authenticateRequest,
  type FindSession,
  noCookies,
  type RequestAuth,
} from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Readable } from 'node:stream'
import { endpoints } from '#contract/index.ts'
import { unsubscribePath } from '#contract/core/constants.ts'
import { clientInfoOf } from '../auth/client-info.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Writes a cached response directly, bypassing Fastify's serialization. */
export type SendCachedResponse = (
  entry: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
) => void

type Dependencies = {
  calls: EndpointDispatcher
  responseCache: ResponseCache
  send: SendCachedResponse
  origins: OriginSettings
  findSession: FindSession
}

/** Mounts a route for each endpoint, and a 405 for every other method on its path. */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: Dependencies,
) {
  const deps = { ...options, readForm: createFormReader() }
  registerFileTypes(app, endpoints)
  const byPath = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    byPath.set(path, [...(byPath.get(path) ?? []), endpoint])
  }
  registerFormRoutes(app, (scope) => {
    for (const [path, list] of byPath)
      for (const endpoint of list) if (endpoint.form) mountCall(scope, path, endpoint, deps)
  })
  for (const [path, list] of byPath) {
    for (const endpoint of list) if (!endpoint.form) mountCall(app, path, endpoint, deps)
    const definedMethods: readonly string[] = list.map((endpoint) => endpoint.method)
    const allow = [...definedMethods, ...(definedMethods.includes('GET') ? ['HEAD'] : [])].join(
      ', ',
    )
    app.route({
      method: methods.filter((method) => !definedMethods.includes(method)) as HTTPMethods[],
      url: path,
      // In onRequest, so the body is not read.
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new ProblemError('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

/** Registers buffer parsers for the media types of file endpoints. */
function registerFileTypes(app: FastifyInstance, endpoints: readonly Endpoint[]) {
  const types = new Set(endpoints.flatMap((endpoint) => endpoint.file?.types ?? []))
  for (const type of types)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
}

/** Whether an endpoint accepts a request body of this media type. */
function accepts(endpoint: Endpoint, type: string): boolean {
  if (endpoint.form) return type === formType
  return endpoint.file ? endpoint.file.types.includes(type) : type === 'application/json'
}

function mountCall(
  app: FastifyInstance,
  path: string,
  endpoint: Endpoint,
  deps: Dependencies & { readForm: ReadForm },
) {
  const { file, form } = endpoint
  const authenticate = (request: FastifyRequest) =>
    authenticateRequest(request.raw, deps.origins, deps.findSession)
  /** File uploads are authorized before the body is read. */
  const authenticated = new WeakMap<FastifyRequest, RequestAuth>()
  async function admitUpload(request: FastifyRequest) {
    try {
      const auth = await authenticate(request)
      await deps.calls.admit(endpoint, { ...auth, file: null, file_name: '', key: null })
      authenticated.set(request, auth)
    } catch (error) {
      discardRequestBody(request)
      throw error
    }
  }
  app.route({
    method: endpoint.method,
    url: path,
    config: { isOpenInMaintenance: isOpenInMaintenance(endpoint) },
    ...(file ? { bodyLimit: file.max_bytes, preParsing: admitUpload } : {}),
    onRequest: async (request) => {
      // Webhooks come from servers: no Origin header, no session cookie.
      if (endpoint.method !== 'GET' && !endpoint.is_webhook)
        requireSameOrigin(request.raw, deps.origins)
      // Before the body is read: a file is accepted only by file endpoints.
      const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
      if (type !== undefined && !accepts(endpoint, type))
        throw new ProblemError('unsupported_media_type')
    },
    handler: async (request, reply) => {
      const raw = { params: request.params, query: request.query, ...bodyOf(request) }
      if (endpoint.access === 'public') {
        const limit = catalogueLimitOfRequest(request.raw, deps.origins)
        const { entry, key } = await deps.calls.respondCached(endpoint, raw, limit)
        deps.responseCache.alias(variantKey(limit, request.raw.url ?? ''), key)
        deps.send(entry, request, reply)
        return reply
      }
      const auth = authenticated.get(request) ?? (await authenticate(request))
      const key = request.headers['idempotency-key']
      const requestInfo = {
        ...auth,
        file: fileOf(request),
        file_name: '',
        key: typeof key === 'string' ? key : null,
      }
      const answer = form
        ? receiveForm(endpoint, deps, request, form, requestInfo, raw)
        : deps.calls.respond(endpoint, raw, requestInfo)
      // A handler that throws has committed nothing, so its cookies are discarded. See `RequestContext.cookie`.
      const { value } = await answer.catch((error: unknown) => {
        if (error instanceof ProblemError && error.clears_session) {
          auth.cookie.clear()
          setCookies(reply, auth)
        }
        throw error
      })
      setCookies(reply, auth)
      reply
        .header('cache-control', 'no-store')
        .status(endpoint.status ?? (endpoint.response ? 200 : 204))
      if (endpoint.download) return sendDownload(reply, value as FileDownload)
      if (!endpoint.response) return reply.send()
      const json = value instanceof SerializedJson ? value.json : JSON.stringify(value)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  })
}

/** Checks access first, then reads the form, then validates it. */
async function receiveForm(
  endpoint: Endpoint,
  { calls, readForm }: { calls: EndpointDispatcher; readForm: ReadForm },
  request: FastifyRequest,
  formSchema: Form,
  requestInfo: RequestInfo,
  raw: object,
) {
  try {
    await calls.admit(endpoint, requestInfo)
    return await readForm(request, formSchema, requestInfo, ({ body, ...sent }) =>
      calls.respond(endpoint, { ...raw, body }, { ...requestInfo, ...sent }),
    )
  } catch (error) {
    discardRequestBody(request)
    throw error
  }
}

function setCookies(reply: FastifyReply, auth: RequestAuth) {
  const lines = auth.setCookie()
  if (lines) reply.header('set-cookie', lines)
  // Browsers may show a stored response for a minute after it expired.
  if (auth.changesCatalogue()) reply.header('clear-site-data', '"cache"')
}

const fileOf = ({ body }: FastifyRequest) => (body instanceof Buffer ? body : null)
/** A form's body is not read yet, and a file is passed separately. */
const bodyOf = (request: FastifyRequest) => (fileOf(request) ? {} : { body: request.body })

/**
 * Sends a file as an attachment (decisions/0037-attachments), with its detected media type and a CSP sandbox in case a
 * browser renders it. A stream follows backpressure and ends when the client disconnects.
 */
async function sendDownload(reply: FastifyReply, { bytes, type, name }: FileDownload) {
  const body = Buffer.isBuffer(bytes) ? bytes : await startStream(bytes)
  reply
    .status(200)
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .type(type)
  if (Buffer.isBuffer(body)) reply.header('content-length', body.length)
  return reply.send(body)
}

/** Reads the first chunk before headers are sent, so that an early error still gets its own status. */
async function startStream(bytes: AsyncIterable<Buffer>): Promise<Readable> {
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: 64 * 1024 })
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('error', reject)
  })
  return stream
}

/** RFC 6266: the name in UTF-8, with an ASCII fallback. */
function dispositionOf(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}

/**
 * Mounts the POST that mail providers send to the address in `List-Unsubscribe` (RFC 8058), which is the address of the page.
 * It comes without cookies and without an `Origin`; the token in the address is what authorizes it. The body says only that
 * it is a one-click request.
 */
export function mountOneClickUnsubscribe(
  app: FastifyInstance,
  { calls, origins }: { calls: EndpointDispatcher; origins: OriginSettings },
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 4_096 },
      (_request, _body, done) => done(null),
    )
    scope.post(
      unsubscribePath,
      { config: { isOpenInMaintenance: true } },
      async (request, reply) => {
        await calls.respond(
          endpoints.studio_marketing.unsubscribe,
          { body: request.query },
          {
            session: null,
            member: null,
            client: clientInfoOf(request.raw, origins),
            isAborted: () => request.raw.socket.destroyed,
            cookie: noCookies,
            file: null,
            file_name: '',
            key: null,
          },
        )
        return reply.header('cache-control', 'no-store').status(204).send()
      },
    )
  })
}
