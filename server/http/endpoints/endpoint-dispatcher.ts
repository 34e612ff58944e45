import {
  buildPath,
  type EndpointClient,
  type EndpointInput,
  type Endpoint,
  isStaffAccess,
} from '#contract/core/endpoint.ts'
import { type CatalogueLimit, catalogueLimitOf } from '#contract/core/age-limits.ts'
import { endpoints } from '#contract/index.ts'
import type { Database, Db } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { type RequestContext } from '#server/api/request-context.ts'
import { type Handler, SerializedJson } from '#server/api/handler.ts'
import type { EndpointHandlers } from '#server/api/server-module.ts'
import { requireStaff } from '#server/api/access-rules.ts'
import { type FieldError, throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { createIdempotentRunner } from '#server/api/idempotency-keys.ts'
import { noCookies } from '../auth/authenticate-request.ts'
import { variantKey } from '../cache/catalogue-variant.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ResponseSource, CachedResponse } from '../cache/cached-response.ts'
import { toFieldErrors } from '../errors/problem-details.ts'

type Checked = { params?: unknown; query?: unknown; body?: unknown }

/** Authentication and input of one request, as handlers receive it. */
export type RequestInfo = Pick<
  RequestContext,
  'session' | 'member' | 'client' | 'isAborted' | 'cookie' | 'file' | 'file_name' | 'key'
>

/**
 * A public response is shared by all clients, so it is generated without authentication. See
 * decisions/0005-public-responses.
 */
const anonymousRequest: RequestInfo = {
  session: null,
  member: null,
  client: { address: '', device: '' },
  isAborted: () => false,
  cookie: noCookies,
  file: null,
  file_name: '',
  key: null,
}

export type EndpointDispatcher = {
  /**
   * Checks whether the caller may send a form or a file, before its body is read.
   * @throws ProblemError the access errors of `answer`, and those of the handler's `admit`.
   */
  admit(call: Endpoint, requestInfo: RequestInfo): Promise<void>
  /**
   * Checks access, then input, and runs the handler. Public endpoints use `answerCached`.
   * @throws ProblemError `authentication_required` before any input error.
   */
  answer(call: Endpoint, raw: Checked, requestInfo: RequestInfo): Promise<{ value: unknown }>
  answerCached(
    call: Endpoint,
    raw: Checked,
    limit: CatalogueLimit,
  ): Promise<{ entry: CachedResponse; key: string }>
  /** Returns the client for page loaders; adds the cache tags of each response to `tags`. */
  forPage(tags: Set<string>, limit: CatalogueLimit): EndpointClient
}

type Dependencies = Pick<Database, 'db' | 'transact' | 'pool'> & {
  /** Read routing for public endpoints. */
  reads: { db: Db }
  /** The id of this process, held as an advisory lock and recorded with its idempotency keys in progress. */
  process_lock_id: number
  /** Upper bound of the time of a request, in ms. */
  max_request_ms: number
  clock: Clock
  responseCache: ResponseCache
  handlers: EndpointHandlers
}

/** Cache-Control of public responses for shared caches. */
export const publicCacheControl = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'

/** A variant for a limit is for browsers alone: shared caches do not know the limit. */
export const cacheControlOf = (limit: CatalogueLimit) =>
  limit === '19' ? publicCacheControl : 'private, no-cache'

/** The key of an endpoint, e.g. `GET /api/contents/series/`. */
const keyOf = (call: Endpoint) => `${call.method} ${call.path}`

/** Creates the dispatcher: checks input, runs the handler and serializes by the response schema. */
export function createEndpointDispatcher(deps: Dependencies): EndpointDispatcher {
  const runIdempotent = createIdempotentRunner(deps)

  const handlers = handlersByKey(deps.handlers)

  function handlerOf(call: Endpoint): Handler<Endpoint> {
    const handler = handlers.get(keyOf(call))
    if (!handler) throw new Error(`No handler for ${keyOf(call)}`)
    return handler
  }

  async function handle(
    call: Endpoint,
    validated: Checked,
    requestInfo: RequestInfo,
    tags: Set<string>,
    limit?: CatalogueLimit,
  ) {
    const handler = handlerOf(call)
    const handlerInput = { ...validated, ...contextOf(deps, call, requestInfo, tags, limit) }
    const value: unknown = await handler(handlerInput as unknown as Parameters<typeof handler>[0])
    if (call.download || value instanceof SerializedJson) return value
    // Parsing by the schema drops undeclared columns.
    return call.answer ? call.answer.parse(value) : null
  }

  async function make(
    call: Endpoint,
    input: Checked,
    limit: CatalogueLimit,
  ): Promise<ResponseSource> {
    const tags = new Set<string>()
    const value = await handle(call, input, anonymousRequest, tags, limit)
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: value instanceof SerializedJson ? value.json : Buffer.from(JSON.stringify(value)),
      tags,
      headers: { 'cache-control': cacheControlOf(limit) },
      ...(value instanceof SerializedJson ? {} : { value }),
    }
  }

  async function answerCached(call: Endpoint, raw: Checked, limit: CatalogueLimit) {
    const input = check(call, raw)
    const address = buildPath(call, input as { params?: Record<string, unknown> })
    const key = variantKey(limit, address)
    return { key, entry: await deps.responseCache.get(key, () => make(call, input, limit)) }
  }

  return {
    answerCached,
    async admit(call, requestInfo) {
      checkAccess(call, requestInfo, deps.clock.now())
      await handlerOf(call).admit?.(contextOf(deps, call, requestInfo, new Set()))
    },
    async answer(call, raw, requestInfo) {
      checkAccess(call, requestInfo, deps.clock.now())
      const run = () => handle(call, check(call, raw), requestInfo, new Set())
      const { key, member } = requestInfo
      if (!call.idempotent || !member || key === null) return { value: await run() }
      if (!/^[\x21-\x7e]{1,200}$/.test(key))
        return throwFieldError('Idempotency-Key', 'invalid_format')
      const address = buildPath(call, { params: raw.params as Record<string, unknown> })
      const keyed = { member_id: member.id, key, call: `${call.method} ${address}`, body: raw.body }
      return { value: await runIdempotent(keyed, deps.clock.now(), run) }
    },
    forPage: (tags, limit) =>
      (async (call: Endpoint, input: EndpointInput<Endpoint>) => {
        if (call.access !== 'public') throw new Error('A page is rendered without authentication')
        const { entry } = await answerCached(call, asText(input), limit)
        for (const tag of entry.tags) tags.add(tag)
        const { value } = entry.made
        return value === undefined ? JSON.parse(entry.body('identity').toString()) : value
      }) as EndpointClient,
  }
}

/** Handlers by key: the page bundle contains a copy of the endpoint table, so object identity does not work. */
function handlersByKey(groups: EndpointHandlers): ReadonlyMap<string, Handler<Endpoint>> {
  const handlers = new Map<string, Handler<Endpoint>>()
  for (const [group, calls] of Object.entries<Record<string, Endpoint>>(endpoints)) {
    const byName: object = groups[group as keyof EndpointHandlers]
    for (const [name, handler] of Object.entries(byName)) {
      const call = calls[name]
      if (call) handlers.set(keyOf(call), handler as Handler<Endpoint>)
    }
  }
  return handlers
}

const contextOf = (
  deps: Dependencies,
  call: Endpoint,
  requestInfo: RequestInfo,
  tags: Set<string>,
  limit = catalogueLimitOf(requestInfo.session?.profile?.age_limit ?? '19'),
): RequestContext => ({
  db: call.access === 'public' ? deps.reads.db : deps.db,
  transact: deps.transact,
  now: deps.clock.now(),
  ...requestInfo,
  catalogue_limit: limit,
  cacheTag: (...names: string[]) => names.forEach((name) => tags.add(name)),
})

/** @throws ProblemError if the caller may not use the endpoint */
function checkAccess(call: Endpoint, requestInfo: RequestInfo, now: Date) {
  if (call.access === 'session' && !requestInfo.session) throwProblem('authentication_required')
  if ((call.access === 'member' || call.access === 'profile') && !requestInfo.member)
    throwProblem('authentication_required')
  const profile = requestInfo.session?.profile
  if (call.access === 'profile' && !profile) throwProblem('profile_required')
  if (call.is_closed_to_children && profile?.is_child) throwProblem('child_profile')
  if (isStaffAccess(call.access)) requireStaff(requestInfo.session, now, call.access)
}

/** Converts a loader's numbers and booleans to their query string form. */
function asText(input: { params?: unknown; query?: unknown }): Checked {
  const text = (values: unknown) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as Record<string, unknown>)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    )
  return { params: text(input.params), query: text(input.query) }
}

/**
 * @throws ProblemError `not_found` for an invalid path parameter, `invalid_request` with all field errors of query and
 * body.
 */
function check(call: Endpoint, raw: Checked): Checked {
  const checked: Checked = {}
  const errors: FieldError[] = []
  if (call.params) {
    const result = call.params.safeParse(raw.params)
    if (!result.success) throwProblem('not_found')
    checked.params = result.data
  }
  for (const part of ['query', 'body'] as const) {
    const schema = call[part]
    const input = raw[part] ?? {}
    if (!schema) {
      for (const field of Object.keys(input)) errors.push({ field, code: 'unknown_field' })
      continue
    }
    const result = schema.safeParse(input)
    if (result.success) checked[part] = result.data
    else errors.push(...toFieldErrors(result.error.issues, input))
  }
  if (errors.length > 0) throwProblem('invalid_request', { fields: errors })
  return checked
}
