import type { Endpoint } from '#contract/core/endpoint.ts'
import { endpointList } from '#contract/index.ts'
import { commonProblems } from '#contract/core/problem-codes.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { invalidValues } from '#test/app/invalid-values.ts'
import { clientFor, json, expectProblemResponse, type Send } from '#test/app/example-client.ts'
import { publicResourceCalls, type Example, examples, seedExamples } from '../examples/index.ts'
import { foreignResources } from '#test/examples/foreign-resources.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import type { Domain } from './domains.ts'

type Case = { name: string; endpoint: Endpoint; example: Example; path: string }

/**
 * Defines the tests of what each call of `domains` says of itself in `contract/`: its answer, its fields, its ids and
 * whom it lets in. A test exists only where the call has something to check. Rules of the transport that do not depend
 * on the call are in `transport.test.ts`.
 */
export function describeCalls(domains: readonly Domain[]) {
  let world: TestApp
  beforeAll(async () => {
    world = await openPlantedWorld()
  })
  afterAll(() => world?.close())
  const getWorld = () => world
  const cases = casesOf(domains)
  describe.each(cases)('$name', (one) => {
    describeAnswer(one, getWorld)
    describeQuery(one, getWorld)
    if (one.endpoint.params) describeIds(one, getWorld)
    if (['session', 'member', 'staff'].includes(one.endpoint.access)) describeCallers(one, getWorld)
    if (one.endpoint.body && !one.endpoint.form) describeBody(one, getWorld)
    if (one.endpoint.file) describeFile(one, getWorld)
  })
  describePaths(cases, getWorld)
}

/** @returns the calls of some domains, of all unless told, each with its example. */
export function casesOf(domains?: readonly Domain[]): Case[] {
  return endpointList
    .filter(({ name }) => !domains || domains.includes(name.split('.')[0] as Domain))
    .map(({ name, endpoint }) => {
      const example: Example = examples[name as keyof typeof examples]
      return { name, endpoint, example, path: example.path }
    })
}

/** Opens a world in which every example can be answered. */
export async function openPlantedWorld(): Promise<TestApp> {
  const world = await openTestApp({ planted: true })
  await seedCatalogue(world.transact, world.clock.now())
  await seedExamples(world)
  // Searches are refused while the index is built.
  await vi.waitUntil(async () => (await world.fetch(examples['search.search'].path)).ok, 30_000)
  return world
}

/** @returns the problem as text without the request's id, the one part in which two refusals of a kind differ. */
async function sameness(response: Response) {
  const { request_id: _, ...problem } = await expectProblemResponse(response)
  return JSON.stringify(problem)
}

function describeAnswer({ endpoint, example, path }: Case, world: () => TestApp) {
  it('answers as its schema says', async () => {
    const send = await clientFor(world(), endpoint, example)
    const response = await send(path)
    // Calls that may succeed once a minute succeed for the next test.
    if (endpoint.method !== 'GET') world().clock.advance(61_000)
    if (example.refused) {
      const problem = await expectProblemResponse(response, example.refused)
      expect([...commonProblems, ...(endpoint.problems ?? [])]).toContain(problem.code)
      return
    }
    expect(response.status, await response.clone().text()).toBe(
      endpoint.status ?? (endpoint.answer || endpoint.download ? 200 : 204),
    )
    if (endpoint.download) return
    const body = endpoint.answer ? await response.json() : await response.text()
    // Equal, not merely accepted: the answer has no field that the schema lacks.
    expect(endpoint.answer ? endpoint.answer.parse(body) : '').toEqual(body)
  })

  if (endpoint.access === 'public')
    it('is cached by any cache and revalidated by its tag', async () => {
      const send = await clientFor(world(), endpoint, example)
      const response = await send(path, { headers: { cookie: 'sid=somebody' } })
      expect(response.headers.get('cache-control')).toMatch(
        /^public, .*s-maxage=\d+, stale-while-revalidate=\d+/,
      )
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('set-cookie')).toBeNull()
      const tag = response.headers.get('etag') ?? ''
      const again = await send(path, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    })
}

function describeQuery({ endpoint, example, path }: Case, world: () => TestApp) {
  it('refuses an unknown query field by name', async () => {
    const mark = path.includes('?') ? '&' : '?'
    const send = await clientFor(world(), endpoint, example)
    const response = await send(`${path}${mark}nonsense=1`)
    expect(response.status).toBe(400)
    const problem = await expectProblemResponse(response)
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }),
    )
  })

  const bad = Object.entries(invalidValues(endpoint.query?.shape))
  if (bad.length > 0)
    it('refuses each bad value of each query field by name', async () => {
      const send = await clientFor(world(), endpoint, example)
      for (const [field, values] of bad) {
        for (const value of values) {
          const search = new URLSearchParams(path.split('?')[1])
          search.set(field, value)
          const response = await send(`${path.split('?')[0]}?${search}`)
          expect(response.status, `${field}=${value}`).toBe(400)
          const problem = await expectProblemResponse(response)
          expect(
            problem.errors.map((fault) => fault.field),
            `${field}=${value}`,
          ).toContain(field)
        }
      }
    })
}

function describeIds({ name, endpoint, example }: Case, world: () => TestApp) {
  it('answers the same 404 for an id that is invalid, unknown or of another member', async () => {
    const send = await clientFor(world(), endpoint, example)
    const ids = ['0', '-1', 'abc', '1.5', '2147483647', '2147483648', '9'.repeat(20)]
    ids.push('%00', '1%2F2', "1'")
    if (endpoint.access === 'member' && !publicResourceCalls.has(name)) {
      const another = foreignResources[name as keyof typeof foreignResources]
      if (!another) throw new Error('No example of another member exists for this call')
      ids.push(String(await another(world())))
    }
    const answers = new Set<string>()
    for (const id of ids) {
      const response = await send(endpoint.path.replace(/\{\w+\}/, id))
      expect(response.status, id).toBe(404)
      answers.add(await sameness(response))
    }
    expect(answers.size).toBe(1)
  })
}

function describeCallers({ endpoint, path }: Case, world: () => TestApp) {
  const { method } = endpoint
  it('requires a session before it validates the request', async () => {
    const nobody = await world().fetch(path, { method })
    expect(nobody.status).toBe(401)
    const answers = new Set([await sameness(nobody)])
    const nonsense = endpoint.form
      ? { body: new FormData() }
      : endpoint.body
        ? json({ nonsense: 1 })
        : {}
    for (const cookie of ['sid=', `sid=${'A'.repeat(43)}`, 'sid=%00; sid=x']) {
      const { headers, ...more }: RequestInit = nonsense
      const url = `${endpoint.path.replace(/\{\w+\}/, '0')}?nonsense=1`
      const response = await world().fetch(url, {
        method,
        ...more,
        headers: { ...(headers as Record<string, string>), cookie },
      })
      answers.add(await sameness(response))
    }
    // The refusal of every other call is the same.
    answers.add(await sameness(await world().fetch('/api/accounts/sessions/')))
    expect(answers.size).toBe(1)
  })

  if (endpoint.access === 'staff')
    it('requires staff with a second factor of the last 12 hours', async () => {
      const member = await makeMember(world())
      await expectProblemResponse(await member.fetch(path, { method }), 'forbidden')
      const late = await makeMember(world(), { is_staff: true, signed_in_ago: 12 * 3_600_000 })
      await expectProblemResponse(await late.fetch(path, { method }), 'second_factor_required')
    })
}

function describeBody({ endpoint, example, path }: Case, world: () => TestApp) {
  const { body = {} } = example
  const fields = Object.entries(endpoint.body?.shape ?? {}).map(([field, schema]) => ({
    field,
    optional: z.safeParse(schema, undefined).success,
    isText: sameKind(schema, 'text'),
    wrong: ['text', 7, true, null, [], {}].filter((value) => !sameKind(schema, value)),
  }))

  async function faultsOf(send: Send, sent: unknown, what: string) {
    const response = await send(path, json(sent))
    expect(response.status, what).toBe(400)
    return (await expectProblemResponse(response, 'invalid_request')).errors
  }

  if (fields.length > 0)
    it('refuses a missing, mistyped or overlong body field by name', async () => {
      const send = await clientFor(world(), endpoint, example)
      for (const { field, optional, wrong, isText } of fields) {
        const { [field]: _, ...rest } = body
        if (!optional) {
          const faults = await faultsOf(send, rest, `without ${field}`)
          expect(faults.map((fault) => [fault.field, fault.code])).toEqual([[field, 'required']])
        }
        for (const value of wrong) {
          const what = `${field}=${JSON.stringify(value)}`
          const faults = await faultsOf(send, { ...body, [field]: value }, what)
          expect(
            faults.every((fault) => fault.field === field),
            what,
          ).toBe(true)
          expect(['wrong_type', 'not_in_list'], what).toContain(faults[0]?.code)
        }
        if (!isText) continue
        const long = { ...body, [field]: 'a'.repeat(25_000) }
        for (const fault of await faultsOf(send, long, `long ${field}`)) {
          expect(fault.field).toBe(field)
          expect(['too_long', 'wrong_format', 'not_in_list']).toContain(fault.code)
        }
      }
    })

  // The answers of another service may gain fields.
  if (!endpoint.is_webhook)
    it('refuses an unknown body field by name', async () => {
      const send = await clientFor(world(), endpoint, example)
      const faults = await faultsOf(send, { ...body, nonsense: 1 }, 'unknown')
      expect(faults.map((fault) => [fault.field, fault.code])).toEqual([
        ['nonsense', 'unknown_field'],
      ])
    })

  const texts = fields.filter(({ isText }) => isText)
  if (texts.length > 0)
    it('does not fail on control characters in a text field', async () => {
      const send = await clientFor(world(), endpoint, example)
      const odd = [
        '\u0000',
        'a\u0000b',
        '\ud800',
        '\u202e',
        '\r\nBcc: x@example.com',
        '\u{10ffff}',
        ' ',
      ]
      for (const { field } of texts) {
        for (const text of odd) {
          const response = await send(path, json({ ...body, [field]: text }))
          expect(response.status, `${field}=${JSON.stringify(text)}`).toBeLessThan(500)
        }
      }
    })
}

function describeFile({ endpoint, example }: Case, world: () => TestApp) {
  const { types = [], max_bytes = 0 } = endpoint.file ?? {}
  it('takes a file of its media types up to its size', async () => {
    const send = await clientFor(world(), endpoint, example)
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

/** The rules of `mount.ts` that one request checks for each call. */
function describePaths(cases: Case[], world: () => TestApp) {
  const methodsAt = Map.groupBy(endpointList, ({ endpoint }) => endpoint.path)
  const paths = Map.groupBy(cases, ({ endpoint }) => endpoint.path)

  it('refuses every other method with 405 and Allow', async () => {
    for (const [path, [first]] of paths) {
      const taken = methodsAt.get(path)!.map(({ endpoint }) => endpoint.method as string)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (taken.includes(method)) continue
        const response = await world().fetch(first!.path, { method })
        expect(response.status, `${method} ${path}`).toBe(405)
        for (const allowed of taken) expect(response.headers.get('allow')).toContain(allowed)
        await expectProblemResponse(response, 'method_not_allowed')
      }
    }
  })

  const unsafe = cases.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.is_webhook)
  if (unsafe.length > 0)
    it('refuses an unsafe request from another site', async () => {
      const { cookie } = await makeMember(world())
      for (const { name, endpoint, path } of unsafe) {
        const headers = { cookie, 'sec-fetch-site': 'cross-site' }
        const response = await fetch(world().origin + path, { method: endpoint.method, headers })
        expect(response.status, name).toBe(403)
        await expectProblemResponse(response, 'foreign_origin')
      }
    })
}

type Schema = NonNullable<Endpoint['body']>['shape'][string]

/** @returns whether the schema accepts the type of `value`, whatever it says of its form. */
function sameKind(schema: Schema, value: unknown): boolean {
  const { error } = z.safeParse(schema, value)
  return !error?.issues.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'invalid_type' ||
        (issue.code === 'invalid_value' && typeof value !== 'string')),
  )
}
