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
   * @throws ProblemError the access errors of `respond`, and those of the handler's `admit`.
   */
  admit(endpoint: Endpoint, requestInfo: RequestInfo): Promise<void>
  /**
   * Checks access, then input, and runs the handler. Public endpoints use `respondCached`.
   * @throws ProblemError `authentication_required` before any input error.
   */
  respond(endpoint: Endpoint, raw: Checked, requestInfo: RequestInfo): Promise<{ value: unknown }>
  respondCached(
    endpoint: Endpoint,
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
const keyOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** Creates the dispatcher: checks input, runs the handler and serializes by the response schema. */
export function createEndpointDispatcher(deps: Dependencies): EndpointDispatcher {
  const runIdempotent = createIdempotentRunner(deps)

  const handlers = handlersByKey(deps.handlers)

  function handlerOf(endpoint: Endpoint): Handler<Endpoint> {
    const handler = handlers.get(keyOf(endpoint))
    if (!handler) throw new Error(`No handler for ${keyOf(endpoint)}`)
    return handler
  }

  async function handle(
    endpoint: Endpoint,
    validated: Checked,
    requestInfo: RequestInfo,
    tags: Set<string>,
    limit?: CatalogueLimit,
  ) {
    const handler = handlerOf(endpoint)
    const handlerInput = { ...validated, ...contextOf(deps, endpoint, requestInfo, tags, limit) }
    const value: unknown = await handler(handlerInput as unknown as Parameters<typeof handler>[0])
    if (endpoint.download || value instanceof SerializedJson) return value
    // Parsing by the schema drops undeclared columns.
    return endpoint.response ? endpoint.response.parse(value) : null
  }

  async function make(
    endpoint: Endpoint,
    input: Checked,
    limit: CatalogueLimit,
  ): Promise<ResponseSource> {
    const tags = new Set<string>()
    const value = await handle(endpoint, input, anonymousRequest, tags, limit)
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: value instanceof SerializedJson ? value.json : Buffer.from(JSON.stringify(value)),
      tags,
      headers: { 'cache-control': cacheControlOf(limit) },
      ...(value instanceof SerializedJson ? {} : { value }),
    }
  }

  async function respondCached(endpoint: Endpoint, raw: Checked, limit: CatalogueLimit) {
    const input = check(endpoint, raw)
    const address = buildPath(endpoint, input as { params?: Record<string, unknown> })
    const key = variantKey(limit, address)
    return { key, entry: await deps.responseCache.get(key, () => make(endpoint, input, limit)) }
  }

  return {
    respondCached,
    async admit(endpoint, requestInfo) {
      checkAccess(endpoint, requestInfo, deps.clock.now())
      await handlerOf(endpoint).admit?.(contextOf(deps, endpoint, requestInfo, new Set()))
    },
    async respond(endpoint, raw, requestInfo) {
      checkAccess(endpoint, requestInfo, deps.clock.now())
      const run = () => handle(endpoint, check(endpoint, raw), requestInfo, new Set())
      const { key, member } = requestInfo
      if (!endpoint.idempotent || !member || key === null) return { value: await run() }
      if (!/^[\x21-\x7e]{1,200}$/.test(key))
        return throwFieldError('Idempotency-Key', 'invalid_format')
      const address = buildPath(endpoint, { params: raw.params as Record<string, unknown> })
      const keyed = {
        member_id: member.id,
        key,
        call: `${endpoint.method} ${address}`,
        body: raw.body,
      }
      return { value: await runIdempotent(keyed, deps.clock.now(), run) }
    },
    forPage: (tags, limit) =>
      (async (endpoint: Endpoint, input: EndpointInput<Endpoint>) => {
        if (endpoint.access !== 'public')
          throw new Error('A page is rendered without authentication')
        const { entry } = await respondCached(endpoint, asText(input), limit)
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
      const endpoint = calls[name]
      if (endpoint) handlers.set(keyOf(endpoint), handler as Handler<Endpoint>)
    }
  }
  return handlers
}

const contextOf = (
  deps: Dependencies,
  endpoint: Endpoint,
  requestInfo: RequestInfo,
  tags: Set<string>,
  limit = catalogueLimitOf(requestInfo.session?.profile?.age_limit ?? '19'),
): RequestContext => ({
  db: endpoint.access === 'public' ? deps.reads.db : deps.db,
  transact: deps.transact,
  now: deps.clock.now(),
  ...requestInfo,
  catalogue_limit: limit,
  cacheTag: (...names: string[]) => names.forEach((name) => tags.add(name)),
})

/** @throws ProblemError if the caller may not use the endpoint */
function checkAccess(endpoint: Endpoint, requestInfo: RequestInfo, now: Date) {
  if (endpoint.access === 'session' && !requestInfo.session) throwProblem('authentication_required')
  if ((endpoint.access === 'member' || endpoint.access === 'profile') && !requestInfo.member)
    throwProblem('authentication_required')
  const profile = requestInfo.session?.profile
  if (endpoint.access === 'profile' && !profile) throwProblem('profile_required')
  if (endpoint.is_closed_to_children && profile?.is_child) throwProblem('child_profile')
  if (isStaffAccess(endpoint.access)) requireStaff(requestInfo.session, now, endpoint.access)
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
function check(endpoint: Endpoint, raw: Checked): Checked {
  const checked: Checked = {}
  const errors: FieldError[] = []
  if (endpoint.params) {
    const result = endpoint.params.safeParse(raw.params)
    if (!result.success) throwProblem('not_found')
    checked.params = result.data
  }
  for (const part of ['query', 'body'] as const) {
    const schema = endpoint[part]
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
