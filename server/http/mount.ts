import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '../kernel/refusals.ts'
import type { Calls } from './calls.ts'
import type { Prepared, PreparedCache } from './prepared.ts'
import { type FindSession, type Origins, refuseForeign, whoCalls } from './who.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Writes a prepared answer past Fastify's own serialising. */
export type SendPrepared = (entry: Prepared, request: FastifyRequest, reply: FastifyReply) => void

type Parts = {
  calls: Calls
  prepared: PreparedCache
  send: SendPrepared
  origins: Origins
  findSession: FindSession
}

/** Makes a route of every call of the table, and a 405 of every other method on its path (D-05). */
export function mountCalls(app: FastifyInstance, endpoints: readonly Endpoint[], parts: Parts) {
  takeFiles(app, endpoints)
  const byPath = new Map<string, Endpoint[]>()
  for (const call of endpoints) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1')
    byPath.set(path, [...(byPath.get(path) ?? []), call])
  }
  for (const [path, list] of byPath) {
    for (const call of list) mountCall(app, path, call, parts)
    const taken: readonly string[] = list.map((call) => call.method)
    const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].join(', ')
    app.route({
      method: methods.filter((method) => !taken.includes(method)) as HTTPMethods[],
      url: path,
      // Before the body is read: whatever it is, the answer is the same.
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new Refusal('method_not_allowed')
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

function mountCall(app: FastifyInstance, path: string, call: Endpoint, parts: Parts) {
  const { file } = call
  app.route({
    method: call.method,
    url: path,
    ...(file ? { bodyLimit: file.max_bytes } : {}),
    onRequest: async (request) => {
      // Another service sends no origin, and brings no cookie that could be abused.
      if (call.method !== 'GET' && !call.is_webhook) refuseForeign(request.raw, parts.origins)
      // Before the body is read: a file is taken where a file is asked for, and nowhere else.
      const type = request.headers['content-type']?.replace(/;.*$/, '').trim().toLowerCase()
      if (type === undefined) return
      const taken = file ? file.types.includes(type) : type === 'application/json'
      if (!taken) throw new Refusal('unsupported_media_type')
    },
    handler: async (request, reply) => {
      const bytes = request.body instanceof Buffer ? request.body : null
      const raw = {
        params: request.params,
        query: request.query,
        ...(bytes ? {} : { body: request.body }),
      }
      if (call.access === 'public') {
        const { entry, key } = await parts.calls.prepared(call, raw)
        parts.prepared.alias(request.raw.url ?? '', key)
        parts.send(entry, request, reply)
        return reply
      }
      const who = await whoCalls(request.raw, parts.origins, parts.findSession)
      const key = request.headers['idempotency-key']
      const asker = { ...who, file: bytes, ...(typeof key === 'string' ? { key } : {}) }
      const { value } = await parts.calls.answer(call, raw, asker).finally(() => {
        const cookies = who.setCookie()
        if (cookies) reply.header('set-cookie', cookies)
      })
      reply.header('cache-control', 'no-store').status(call.status ?? (call.answer ? 200 : 204))
      if (!call.answer) return reply.send()
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
    },
  })
}
