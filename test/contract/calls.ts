import { isStaffAccess, requiresSession, type Endpoint } from '#contract/core/endpoint.ts'
import { endpointList } from '#contract/index.ts'
import { commonProblems } from '#contract/core/problem-codes.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { invalidValues } from '#test/app/invalid-values.ts'
import { clientFor, json, expectProblemResponse, type Send } from '#test/app/example-client.ts'
import { publicResourceCalls, type Example, examples, seedExamples } from '../examples/index.ts'
import { foreignResources, paidResourceCalls } from '#test/examples/foreign-resources.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import type { Domain } from './domains.ts'

type Case = { name: string; endpoint: Endpoint; example: Example; path: string }
/** A case with the client that its tests share, except for the response to its example. */
type SharedCase = Case & { client(): Promise<Send> }

/**
 * Defines the contract tests of each endpoint of `domains`: its response, fields, ids and access. A test exists
 * only where the endpoint has something to check. `transport.test.ts` covers the rules that do not depend on the
 * endpoint.
 */
export function describeCalls(domains: readonly Domain[]) {
  let app: TestApp
  beforeAll(async () => {
    app = await openPlantedWorld()
  })
  afterAll(() => app?.close())
  const getApp = () => app
  const cases = casesOf(domains)
  describe.each(cases)('$name', (endpointCase) => {
    const { endpoint, example } = endpointCase
    let client: Promise<Send> | undefined
    const testCase = {
      ...endpointCase,
      client: () => (client ??= clientFor(app, endpoint, example)),
    }
    describeAnswer(testCase, getApp)
    describeQuery(testCase)
    if (endpoint.params) describeIds(testCase, getApp)
    if (requiresSession(endpoint)) describeCallers(testCase, getApp)
    if (endpoint.body && !endpoint.form) describeBody(testCase)
    if (endpoint.file) describeFile(testCase)
  })
  describePaths(cases, getApp)
}

/** Returns the endpoints of some domains, or of all by default, each with its example. */
export function casesOf(domains?: readonly Domain[]): Case[] {
  return endpointList
    .filter(({ name }) => !domains || domains.includes(name.split('.')[0] as Domain))
    .map(({ name, endpoint }) => {
      const example: Example = examples[name as keyof typeof examples]
      return { name, endpoint, example, path: example.path }
    })
}

/** Opens a test app with the data of all examples. */
export async function openPlantedWorld(): Promise<TestApp> {
  const app = await openTestApp({ planted: true })
  await seedCatalogue(app.transact, app.clock.now())
  await seedExamples(app)
  // Search requests fail while the index is built.
  await vi.waitUntil(async () => (await app.fetch(examples['search.search'].path)).ok, 30_000)
  return app
}

/** Returns the problem as text without the request id, which is the only difference between equal problems. */
async function comparableProblem(response: Response) {
  const { request_id: _, ...problem } = await expectProblemResponse(response)
  return JSON.stringify(problem)
}

function describeAnswer({ endpoint, example, path }: Case, app: () => TestApp) {
  async function request() {
    const send = await clientFor(app(), endpoint, example)
    const response = await send(path)
    // Some calls are limited to one per minute, so the clock advances for the next test.
    if (endpoint.method !== 'GET') app().clock.advance(61_000)
    return response
  }

  if (example.refused)
    it('refuses its example with a problem that it declares', async () => {
      const { code } = await expectProblemResponse(await request(), example.refused)
      expect([...commonProblems, ...(endpoint.problems ?? [])]).toContain(code)
    })
  else
    it('responds as its schema defines', async () => {
      const response = await request()
      expect(response.status, await response.clone().text()).toBe(
        endpoint.status ?? (endpoint.response || endpoint.download ? 200 : 204),
      )
      if (endpoint.download) return
      const body = endpoint.response ? await response.json() : await response.text()
      // Equality also rejects fields that the schema lacks.
      expect(endpoint.response ? endpoint.response.parse(body) : '').toEqual(body)
    })

  if (endpoint.access === 'public')
    it('is cacheable by shared caches and revalidates with its ETag', async () => {
      const send = await clientFor(app(), endpoint, example)
      const response = await send(path, { headers: { cookie: 'sid=any-session' } })
      expect(response.headers.get('cache-control')).toMatch(
        /^public, .*s-maxage=\d+, stale-while-revalidate=\d+/,
      )
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('set-cookie')).toBeNull()
      const etag = response.headers.get('etag') ?? ''
      const again = await send(path, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    })
}

function describeQuery({ endpoint, path, client }: SharedCase) {
  it('rejects an unknown query field by name', async () => {
    const mark = path.includes('?') ? '&' : '?'
    const send = await client()
    const response = await send(`${path}${mark}nonsense=1`)
    expect(response.status).toBe(400)
    const problem = await expectProblemResponse(response)
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }),
    )
  })

  const invalid = Object.entries(invalidValues(endpoint.query?.shape))
  if (invalid.length > 0)
    it('rejects each invalid value of each query field by name', async () => {
      const send = await client()
      // The fields of a request are checked together, so each request has a value of every field.
      const count = Math.max(...invalid.map(([, values]) => values.length))
      for (let at = 0; at < count; at++) {
        const search = new URLSearchParams(path.split('?')[1])
        const sent = invalid.flatMap(([field, { [at]: value }]) =>
          value === undefined ? [] : [[field, value] as const],
        )
        for (const [field, value] of sent) search.set(field, value)
        const response = await send(`${path.split('?')[0]}?${search}`)
        expect(response.status, `${search}`).toBe(400)
        const problem = await expectProblemResponse(response)
        expect(
          problem.errors.map((fault) => fault.field),
          `${search}`,
        ).toEqual(expect.arrayContaining(sent.map(([field]) => field)))
      }
    })
}

/** Ids that fit no schema, or no row. The other ones are sent to the first endpoint of each schema. */
const fewIds = ['0', 'abc', '2147483647', '%00']
const otherIds = ['-1', '1.5', '2147483648', '9'.repeat(20), '1%2F2', "1'"]
const numbersAtLimit = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1].map(String)
const firstEndpointOf = new Map<unknown, Endpoint>()
for (const { endpoint } of endpointList) {
  if (!firstEndpointOf.has(endpoint.params)) firstEndpointOf.set(endpoint.params, endpoint)
}

function describeIds({ name, endpoint, client, path }: SharedCase, app: () => TestApp) {
  // Required fields of the query.
  const [, query] = path.split('?')
  it('responds with the same 404 for an id that is invalid, unknown or of another member', async () => {
    const send = await client()
    const isFirst = firstEndpointOf.get(endpoint.params) === endpoint
    const ids = [...fewIds, ...(isFirst ? [...otherIds, ...numbersAtLimit] : [])]
    if (
      (endpoint.access === 'member' || endpoint.access === 'profile') &&
      !publicResourceCalls.has(name) &&
      !paidResourceCalls.has(name)
    ) {
      const another = foreignResources[name as keyof typeof foreignResources]
      if (!another) throw new Error('foreignResources has no entry for this endpoint')
      ids.push(String(await another(app())))
    }
    const answers = new Set<string>()
    for (const id of ids) {
      const address = endpoint.path.replace(/\{\w+\}/, id)
      const response = await send(query === undefined ? address : `${address}?${query}`)
      expect(response.status, id).toBe(404)
      answers.add(await comparableProblem(response))
    }
    expect(answers.size).toBe(1)
  })
}

function describeCallers({ endpoint, path }: Case, app: () => TestApp) {
  const { method } = endpoint
  it('requires a session before it validates the request', async () => {
    const unauthenticated = await app().fetch(path, { method })
    expect(unauthenticated.status).toBe(401)
    const answers = new Set([await comparableProblem(unauthenticated)])
    const nonsense = endpoint.form
      ? { body: new FormData() }
      : endpoint.body
        ? json({ nonsense: 1 })
        : {}
    for (const cookie of ['sid=', `sid=${'A'.repeat(43)}`, 'sid=%00; sid=x']) {
      const { headers, ...more }: RequestInit = nonsense
      const url = `${endpoint.path.replace(/\{\w+\}/, '0')}?nonsense=1`
      const response = await app().fetch(url, {
        method,
        ...more,
        headers: { ...(headers as Record<string, string>), cookie },
      })
      answers.add(await comparableProblem(response))
    }
    // All endpoints return the same problem.
    answers.add(await comparableProblem(await app().fetch('/api/accounts/sessions/')))
    expect(answers.size).toBe(1)
  })

  if (isStaffAccess(endpoint.access))
    it('requires staff with a second factor of the last 12 hours', async () => {
      const member = await makeMember(app())
      await expectProblemResponse(await member.fetch(path, { method }), 'forbidden')
      const expired = await makeMember(app(), { is_staff: true, signed_in_ago: 12 * 3_600_000 })
      await expectProblemResponse(await expired.fetch(path, { method }), 'second_factor_required')
    })
}

function describeBody({ endpoint, example, path, client }: SharedCase) {
  const { body = {} } = example
  const fields = Object.entries(endpoint.body?.shape ?? {}).map(([field, schema]) => ({
    field,
    optional: z.safeParse(schema, undefined).success,
    isText: sameKind(schema, 'text'),
    takes: (value: unknown) => z.safeParse(schema, value).success,
    isWrong: (value: unknown) => !sameKind(schema, value),
  }))
  const withValue = (value: unknown, changed: readonly { field: string }[]) => ({
    ...body,
    ...Object.fromEntries(changed.map(({ field }) => [field, value])),
  })
  const namesOf = (list: readonly { field: string }[]) => list.map(({ field }) => field).sort()

  /** The code of the first fault of each field. */
  const firstCodes = (faults: readonly { field: string; code: string }[]) =>
    new Map(faults.toReversed().map(({ field, code }) => [field, code]))

  async function faultsOf(send: Send, sent: unknown, what: string) {
    const response = await send(path, json(sent))
    expect(response.status, what).toBe(400)
    return (await expectProblemResponse(response, 'invalid_request')).errors
  }

  if (fields.length > 0)
    it('rejects missing, mistyped and overlong body fields by name', async () => {
      const send = await client()
      // The fields of a request are checked together, so a request has a fault in each.
      const required = fields.filter(({ optional }) => !optional)
      const absent =
        required.length > 0 ? await faultsOf(send, withValue(undefined, required), 'absent') : []
      expect(namesOf(absent)).toEqual(namesOf(required))
      expect(absent.map(({ code }) => code)).toEqual(required.map(() => 'required'))
      for (const value of ['text', 7, true, null, [], {}]) {
        const wrong = fields.filter(({ isWrong }) => isWrong(value))
        if (wrong.length === 0) continue
        const what = `all ${JSON.stringify(value)}`
        const codes = firstCodes(await faultsOf(send, withValue(value, wrong), what))
        expect([...codes.keys()].sort(), what).toEqual(namesOf(wrong))
        for (const code of codes.values())
          expect(['invalid_type', 'invalid_choice'], what).toContain(code)
      }
      // Several of them are longer than a request may be.
      for (const text of fields.filter(({ isText }) => isText)) {
        const what = `long ${text.field}`
        for (const fault of await faultsOf(send, withValue('a'.repeat(25_000), [text]), what)) {
          expect(fault.field).toBe(text.field)
          expect(['too_long', 'invalid_format', 'invalid_choice']).toContain(fault.code)
        }
      }
    })

  // Webhooks accept unknown fields, because the sender may add some.
  if (!endpoint.is_webhook)
    it('rejects an unknown body field by name', async () => {
      const send = await client()
      const faults = await faultsOf(send, { ...body, nonsense: 1 }, 'unknown')
      expect(faults.map((fault) => [fault.field, fault.code])).toEqual([
        ['nonsense', 'unknown_field'],
      ])
    })

  const texts = fields.filter(({ isText }) => isText)
  if (texts.length > 0)
    it('does not fail on control characters in a text field', async () => {
      const send = await client()
      const odd = [
        '\u0000',
        'a\u0000b',
        '\ud800',
        '\u202e',
        '\r\nBcc: x@example.com',
        '\u{10ffff}',
        ' ',
      ]
      for (const text of odd) {
        // Each field that takes the text gets it alone, so that nothing else keeps it from the handler.
        const refused = texts.filter(({ takes }) => !takes(text))
        const changes = texts.filter(({ takes }) => takes(text)).map((taken) => [taken])
        if (refused.length > 0) changes.push(refused)
        for (const changed of changes) {
          const response = await send(path, json(withValue(text, changed)))
          expect(
            response.status,
            `${namesOf(changed).join()}=${JSON.stringify(text)}`,
          ).toBeLessThan(500)
        }
      }
    })
}

function describeFile({ endpoint, example, client }: SharedCase) {
  const { types = [], max_bytes = 0 } = endpoint.file ?? {}
  it('accepts a file of its media types up to its size limit', async () => {
    const send = await client()
    for (const type of ['application/json', 'image/svg+xml', 'text/html', 'image/gif']) {
      if (types.includes(type)) continue
      const response = await send(example.path, {
        headers: { 'content-type': type },
        body: '<svg/>',
      })
      await expectProblemResponse(response, 'unsupported_media_type')
    }
    const headers = { 'content-type': types[0] ?? '' }
    const full = await send(example.path, { headers, body: new Uint8Array(max_bytes) })
    expect(full.status).not.toBe(413)
    const over = await send(example.path, { headers, body: new Uint8Array(max_bytes + 1) })
    await expectProblemResponse(over, 'body_too_large')
    for (const body of ['', undefined])
      expect((await send(example.path, { headers, body: body ?? null })).status).toBe(415)
  })
}

/** Rules of `mount.ts` that are checked with one request per endpoint. */
function describePaths(cases: Case[], app: () => TestApp) {
  const methodsAt = Map.groupBy(endpointList, ({ endpoint }) => endpoint.path)
  const paths = Map.groupBy(cases, ({ endpoint }) => endpoint.path)

  it('rejects every other method with 405 and Allow', async () => {
    for (const [path, [first]] of paths) {
      const methods = methodsAt.get(path)!.map(({ endpoint }) => endpoint.method as string)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (methods.includes(method)) continue
        const response = await app().fetch(first!.path, { method })
        expect(response.status, `${method} ${path}`).toBe(405)
        for (const allowed of methods) expect(response.headers.get('allow')).toContain(allowed)
        await expectProblemResponse(response, 'method_not_allowed')
      }
    }
  })

  const unsafe = cases.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.is_webhook)
  if (unsafe.length > 0)
    it('rejects an unsafe cross-site request', async () => {
      const { cookie } = await makeMember(app())
      for (const { name, endpoint, path } of unsafe) {
        const headers = { cookie, 'sec-fetch-site': 'cross-site' }
        const response = await fetch(app().origin + path, { method: endpoint.method, headers })
        expect(response.status, name).toBe(403)
        await expectProblemResponse(response, 'cross_origin_request')
      }
    })
}

type Schema = NonNullable<Endpoint['body']>['shape'][string]

/** Returns whether the schema accepts the type of `value`, independent of its format. */
function sameKind(schema: Schema, value: unknown): boolean {
  const { error } = z.safeParse(schema, value)
  return !error?.issues.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'invalid_type' ||
        (issue.code === 'invalid_value' && typeof value !== 'string')),
  )
}
