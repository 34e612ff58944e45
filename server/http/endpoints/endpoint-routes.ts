import type { Endpoint } from '#contract/core/endpoint.ts'
import type { FileDownload } from '#server/api/handler.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { sendDownload } from './file-downloads.ts'
import {
  createFormReader,
  type Form,
  formType,
  discardRequestBody,
  type ReadForm,
  registerFormRoutes,
} from './multipart-forms.ts'
import type { RequestInfo, EndpointDispatcher } from './endpoint-dispatcher.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import {
  type FindSession,
  type RequestAuth,
  authenticateRequest,
} from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Writes a prepared answer past Fastify's own serialising. */
export type SendCachedResponse = (
  entry: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
) => void

type Parts = {
  calls: EndpointDispatcher
  prepared: ResponseCache
  send: SendCachedResponse
  origins: OriginSettings
  findSession: FindSession
}

/** Makes a route of every call of the table, and a 405 of every other method on its path (D-05). */
export function mountEndpoints(app: FastifyInstance, endpoints: readonly Endpoint[], given: Parts) {
  const parts = { ...given, readForm: createFormReader() }
  takeFiles(app, endpoints)
  const byPath = new Map<string, Endpoint[]>()
  for (const call of endpoints) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1')
    byPath.set(path, [...(byPath.get(path) ?? []), call])
  }
  registerFormRoutes(app, (scope) => {
    for (const [path, list] of byPath)
      for (const call of list) if (call.form) mountCall(scope, path, call, parts)
  })
  for (const [path, list] of byPath) {
    for (const call of list) if (!call.form) mountCall(app, path, call, parts)
    const taken: readonly string[] = list.map((call) => call.method)
    const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].join(', ')
    app.route({
      method: methods.filter((method) => !taken.includes(method)) as HTTPMethods[],
      url: path,
      // Before the body is read: whatever it is, the answer is the same.
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new ProblemError('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

/** Bodies of the media types that some call takes as a file arrive whole. */
function takeFiles(app: FastifyInstance, endpoints: readonly Endpoint[]) {
  const types = new Set(endpoints.flatMap((call) => call.file?.types ?? []))
  for (const type of types)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
}

/** What a call takes as its body, by its media type. */
function takes(call: Endpoint, type: string): boolean {
  if (call.form) return type === formType
  return call.file ? call.file.types.includes(type) : type === 'application/json'
}

function mountCall(
  app: FastifyInstance,
  path: string,
  call: Endpoint,
  parts: Parts & { readForm: ReadForm },
) {
  const { file, form } = call
  /** First whether anything is taken from who asks, then the form, then what it says. */
  async function receive(request: FastifyRequest, asked: Form, asker: RequestInfo, raw: object) {
    try {
      await parts.calls.admit(call, asker)
      return await parts.readForm(request, asked, asker, ({ body, ...sent }) =>
        parts.calls.answer(call, { ...raw, body }, { ...asker, ...sent }),
      )
    } catch (error) {
      discardRequestBody(request)
      throw error
    }
  }
  const whoSends = (request: FastifyRequest) =>
    authenticateRequest(request.raw, parts.origins, parts.findSession)
  /** Of a file it is asked before a byte of it is read. */
  const senders = new WeakMap<FastifyRequest, RequestAuth>()
  async function admitSender(request: FastifyRequest) {
    try {
      const who = await whoSends(request)
      await parts.calls.admit(call, { ...who, file: null, file_name: '', key: null })
      senders.set(request, who)
    } catch (error) {
      discardRequestBody(request)
      throw error
    }
  }
  app.route({
    method: call.method,
    url: path,
    ...(file ? { bodyLimit: file.max_bytes, preParsing: admitSender } : {}),
    onRequest: async (request) => {
      // Another service sends no origin, and brings no cookie that could be abused.
      if (call.method !== 'GET' && !call.is_webhook) requireSameOrigin(request.raw, parts.origins)
      // Before the body is read: a file is taken where a file is asked for, and nowhere else.
      const type = request.headers['content-type']?.replace(/;.*$/, '').trim().toLowerCase()
      if (type !== undefined && !takes(call, type)) throw new ProblemError('unsupported_media_type')
    },
    handler: async (request, reply) => {
      const raw = { params: request.params, query: request.query, ...bodyOf(request) }
      if (call.access === 'public') {
        const { entry, key } = await parts.calls.prepared(call, raw)
        parts.prepared.alias(request.raw.url ?? '', key)
        parts.send(entry, request, reply)
        return reply
      }
      const who = senders.get(request) ?? (await whoSends(request))
      const key = request.headers['idempotency-key']
      const asker = {
        ...who,
        file: fileOf(request),
        file_name: '',
        key: typeof key === 'string' ? key : null,
      }
      const answer = form
        ? receive(request, form, asker, raw)
        : parts.calls.answer(call, raw, asker)
      // A handler that throws has committed nothing that a cookie could stand for. See `Caller.cookie`.
      const { value } = await answer.catch((error: unknown) => {
        if (error instanceof ProblemError && error.clears_session) {
          who.cookie.take()
          setCookies(reply, who)
        }
        throw error
      })
      setCookies(reply, who)
      reply.header('cache-control', 'no-store').status(call.status ?? (call.answer ? 200 : 204))
      if (call.download) return sendDownload(reply, value as FileDownload)
      if (!call.answer) return reply.send()
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
    },
  })
}

function setCookies(reply: FastifyReply, who: RequestAuth) {
  const lines = who.setCookie()
  if (lines) reply.header('set-cookie', lines)
}

const fileOf = ({ body }: FastifyRequest) => (body instanceof Buffer ? body : null)
/** A form's body is not there yet, and a file is none that a schema knows. */
const bodyOf = (request: FastifyRequest) => (fileOf(request) ? {} : { body: request.body })
