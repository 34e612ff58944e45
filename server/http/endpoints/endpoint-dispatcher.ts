import {
  buildPath,
  type EndpointClient,
  type EndpointInput,
  type Endpoint,
} from '#contract/core/endpoint.ts'
import type { Database, Db } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { type RequestContext } from '#server/api/request-context.ts'
import { type Handler, SerializedJson } from '#server/api/handler.ts'
import { requireStaff } from '#server/api/access-rules.ts'
import { type FieldError, throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { createIdempotentRunner } from '#server/api/idempotency-keys.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ResponseSource, CachedResponse } from '../cache/cached-response.ts'
import { toFieldErrors } from '../errors/problem-details.ts'

type Checked = { params?: unknown; query?: unknown; body?: unknown }

/** Who calls, as a handler is told. */
export type RequestInfo = Pick<
  RequestContext,
  'session' | 'member' | 'client' | 'isAborted' | 'cookie' | 'file' | 'file_name' | 'key'
>

/** A public answer is made for nobody in particular (D-07). */
const nobody: RequestInfo = {
  session: null,
  member: null,
  client: { address: '', device: '' },
  isAborted: () => false,
  cookie: { give: () => {}, take: () => {} },
  file: null,
  file_name: '',
  key: null,
}

export type EndpointDispatcher = {
  /**
   * Whether a form or a file may be received from who asks.
   * @throws Refusal as `answer` does before it looks at what came in, and what its handler refuses beforehand.
   */
  admit(call: Endpoint, asker: RequestInfo): Promise<void>
  /**
   * Checks who asks and what came in, and answers. Public answers come prepared.
   * @throws Refusal `authentication_required` before a word is said about what came in.
   */
  answer(call: Endpoint, raw: Checked, asker: RequestInfo): Promise<{ value: unknown }>
  prepared(call: Endpoint, raw: Checked): Promise<{ entry: CachedResponse; key: string }>
  /** A `Call` for the pages' loaders; what the answers were made from is added to `tags`. */
  forPage(tags: Set<string>): EndpointClient
}

type House = Pick<Database, 'db' | 'transact' | 'pool'> & {
  /** Where public answers are read. */
  reads: { db: Db }
  /** The number that this process has locked for as long as it lives. */
  holder: number
  clock: Clock
  prepared: ResponseCache
  /** By `nameOf`: the pages' bundle carries a copy of the table, so an endpoint is not one object. */
  handlers: ReadonlyMap<string, Handler<Endpoint>>
}

/** How long a cache between us and the reader may hold a public answer, and show it while it asks again (D-07). */
export const publicCacheControl = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'

/** What tells one endpoint from another: `GET /api/contents/series/`. */
export function endpointKey(call: Endpoint): string {
  return `${call.method} ${call.path}`
}

/** Runs the calls of the table: check, handle, serialise by the schema that documents it. */
export function createEndpointDispatcher(house: House): EndpointDispatcher {
  const answerOnce = createIdempotentRunner(house)

  function handlerOf(call: Endpoint): Handler<Endpoint> {
    const handler = house.handlers.get(endpointKey(call))
    if (!handler) throw new Error(`No handler for ${call.method} ${call.path}`)
    return handler
  }

  const callerOf = (call: Endpoint, asker: RequestInfo, tags: Set<string>): RequestContext => ({
    db: call.access === 'public' ? house.reads.db : house.db,
    transact: house.transact,
    now: house.clock.now(),
    ...asker,
    cacheTag: (...names: string[]) => names.forEach((name) => tags.add(name)),
  })

  async function handle(call: Endpoint, input: Checked, asker: RequestInfo, tags: Set<string>) {
    const handler = handlerOf(call)
    const given = { ...input, ...callerOf(call, asker, tags) }
    const value: unknown = await handler(given as unknown as Parameters<typeof handler>[0])
    if (call.download || value instanceof SerializedJson) return value
    // The schema lets out what it names and nothing else, so that no column slips onto the wire.
    return call.answer ? call.answer.parse(value) : null
  }

  function checkAccess(call: Endpoint, asker: RequestInfo) {
    if (call.access === 'session' && !asker.session) throwProblem('authentication_required')
    if (call.access === 'member' && !asker.member) throwProblem('authentication_required')
    if (call.access === 'staff') requireStaff(asker.session, house.clock.now())
  }

  async function make(call: Endpoint, input: Checked): Promise<ResponseSource> {
    const tags = new Set<string>()
    const value = await handle(call, input, nobody, tags)
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: value instanceof SerializedJson ? value.json : Buffer.from(JSON.stringify(value)),
      tags,
      headers: { 'cache-control': publicCacheControl },
      ...(value instanceof SerializedJson ? {} : { value }),
    }
  }

  async function prepared(call: Endpoint, raw: Checked) {
    const input = check(call, raw)
    const key = buildPath(call, input as { params?: Record<string, unknown> })
    return { key, entry: await house.prepared.get(key, () => make(call, input)) }
  }

  return {
    prepared,
    async admit(call, asker) {
      checkAccess(call, asker)
      await handlerOf(call).admit?.(callerOf(call, asker, new Set()))
    },
    async answer(call, raw, asker) {
      checkAccess(call, asker)
      const work = async () => {
        const value = await handle(call, check(call, raw), asker, new Set())
        return value instanceof SerializedJson ? value.read() : value
      }
      const { key, member } = asker
      if (!call.idempotent || !member || key === null) return { value: await work() }
      if (!/^[\x21-\x7e]{1,200}$/.test(key))
        return throwFieldError('Idempotency-Key', 'wrong_format')
      const address = buildPath(call, { params: raw.params as Record<string, unknown> })
      const keyed = { member_id: member.id, key, call: `${call.method} ${address}`, body: raw.body }
      return { value: await answerOnce(keyed, house.clock.now(), work) }
    },
    forPage: (tags) =>
      (async (call: Endpoint, input: EndpointInput<Endpoint>) => {
        if (call.access !== 'public')
          throw new Error('A page is rendered without knowing who asks (rule 7)')
        const { entry } = await prepared(call, asText(input))
        for (const tag of entry.tags) tags.add(tag)
        const { value, body } = entry.made
        return value === undefined ? JSON.parse(body.toString()) : value
      }) as EndpointClient,
  }
}

/** Gives a loader's numbers and booleans the form they have in an address. */
function asText(input: { params?: unknown; query?: unknown }): Checked {
  const text = (values: unknown) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as Record<string, unknown>)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    )
  return { params: text(input.params), query: text(input.query) }
}

/** @throws Refusal `not_found` for a path out of form, `invalid_request` with every fault of query and body. */
function check(call: Endpoint, raw: Checked): Checked {
  const checked: Checked = {}
  const faults: FieldError[] = []
  if (call.params) {
    const result = call.params.safeParse(raw.params)
    if (!result.success) throwProblem('not_found')
    checked.params = result.data
  }
  for (const part of ['query', 'body'] as const) {
    const schema = call[part]
    const given = raw[part] ?? {}
    if (!schema) {
      for (const field of Object.keys(given)) faults.push({ field, code: 'unknown_field' })
      continue
    }
    const result = schema.safeParse(given)
    if (result.success) checked[part] = result.data
    else faults.push(...toFieldErrors(result.error.issues, given))
  }
  if (faults.length > 0) throwProblem('invalid_request', { fields: faults })
  return checked
}
