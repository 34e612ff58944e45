import type { Endpoint } from '#contract/endpoint.ts'
import { endpointList } from '#contract/index.ts'
import { sharedProblems } from '#contract/problems.ts'
import { plantWorld } from '#seed/plant.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { badValues } from './bad-values.ts'
import { browserFor, json, problemOf, type Send } from './call-browser.ts'
import { everybodys, type Example, examples, plantExamples } from './examples/index.ts'
import { others } from './examples/of-another.ts'
import { makeMember } from './members.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await plantWorld(world.transact, new Date())
  await plantExamples(world)
})
afterAll(() => world?.close())

/** What is alike in two refusals of the same kind: all but the request's id. */
async function sameness(response: Response) {
  const { request_id: _, ...problem } = await problemOf(response)
  return JSON.stringify(problem)
}

test('every call has an example here, and no example is left over', () => {
  expect(Object.keys(examples).sort()).toEqual(endpointList.map(({ name }) => name).sort())
})

test('docs/openapi.json is what the table makes', async () => {
  const committed = await readFile(join(import.meta.dirname, '../docs/openapi.json'), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(openApiDocument(endpointList))))
})

describe.each(endpointList)('$name', ({ name, endpoint }) => {
  const example: Example = examples[name as keyof typeof examples] ?? { path: '' }
  const { path } = example
  const { method } = endpoint
  const browser = () => browserFor(world, endpoint, example)

  test('answers as its schema says, with and without the last slash', async () => {
    const [there, query] = path.split('?')
    const paths = [path, `${there?.replace(/\/$/, '')}${query ? `?${query}` : ''}`]
    const bodies: unknown[] = []
    // What reads is asked twice by one; what writes may succeed but once, so each is somebody else, a while later.
    let send = await browser()
    for (const one of paths) {
      const response = await send(one)
      if (example.refused) {
        const problem = await problemOf(response, example.refused)
        expect([...sharedProblems, ...(endpoint.problems ?? [])]).toContain(problem.code)
      } else {
        expect(response.status, await response.clone().text()).toBe(
          endpoint.status ?? (endpoint.answer || endpoint.download ? 200 : 204),
        )
        const body = endpoint.answer ? await response.json() : await response.text()
        // Equal, not merely accepted: nothing beyond the schema is on the wire.
        if (!endpoint.download)
          expect(endpoint.answer ? endpoint.answer.parse(body) : '').toEqual(body)
        bodies.push(body)
      }
      if (method === 'GET') continue
      world.clock.advance(61_000)
      send = await browser()
    }
    if (method === 'GET') expect(bodies[1]).toEqual(bodies[0])
  })

  test('a public answer is the same for all and says how long it may be held; any other is not held', async () => {
    const anybody = await browser()
    if (endpoint.access !== 'public') {
      expect((await anybody(path)).headers.get('cache-control')).toBe('no-store')
      return
    }
    const response = await anybody(path, { headers: { cookie: 'sid=somebody' } })
    expect(response.headers.get('cache-control')).toMatch(
      /^public, .*s-maxage=\d+, stale-while-revalidate=\d+/,
    )
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('set-cookie')).toBeNull()
    const tag = response.headers.get('etag') ?? ''
    const again = await anybody(path, { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('refuses every method it does not have with 405 and Allow', async () => {
    const taken = endpointList
      .filter((one) => one.endpoint.path === endpoint.path)
      .map((one) => one.endpoint.method)
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if ((taken as string[]).includes(other)) continue
      const response = await world.fetch(path, { method: other })
      expect(response.status, other).toBe(405)
      expect(response.headers.get('allow')).toContain(method)
      await problemOf(response, 'method_not_allowed')
    }
  })

  test('refuses what it does not know, naming it', async () => {
    const mark = path.includes('?') ? '&' : '?'
    const response = await (await browser())(`${path}${mark}nonsense=1`)
    expect(response.status).toBe(400)
    const problem = await problemOf(response)
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }),
    )
  })

  test('refuses each bad value of each field, naming it', async () => {
    const send = await browser()
    for (const [field, values] of Object.entries(badValues(endpoint.query?.shape))) {
      for (const value of values) {
        const search = new URLSearchParams(path.split('?')[1])
        search.set(field, value)
        const response = await send(`${path.split('?')[0]}?${search}`)
        expect(response.status, `${field}=${value}`).toBe(400)
        const problem = await problemOf(response)
        expect(
          problem.errors.map((fault) => fault.field),
          `${field}=${value}`,
        ).toContain(field)
      }
    }
  })

  test('an id that is none, or of nothing, or of another, is the same 404', async () => {
    if (!endpoint.params) return
    const send = await browser()
    const ids = ['0', '-1', 'abc', '1.5', '2147483647', '2147483648', '9'.repeat(20)]
    ids.push('%00', '1%2F2', "1'")
    if (endpoint.access === 'member' && !everybodys.has(name)) {
      const another = others[name as keyof typeof others]
      if (!another) throw new Error('Nothing here makes what this call names, for somebody else')
      ids.push(String(await another(world)))
    }
    const answers = new Set<string>()
    for (const id of ids) {
      const response = await send(endpoint.path.replace(/\{\w+\}/, id))
      expect(response.status, id).toBe(404)
      answers.add(await sameness(response))
    }
    expect(answers.size).toBe(1)
  })

  test.runIf(['session', 'member', 'staff'].includes(endpoint.access))(
    'asks who is there before it says a word about what came in',
    async () => {
      const init: RequestInit = { method }
      const nobody = await world.fetch(path, init)
      expect(nobody.status).toBe(401)
      const answers = new Set([await sameness(nobody)])
      const nonsense = endpoint.form
        ? { body: new FormData() }
        : endpoint.body
          ? json({ nonsense: 1 })
          : {}
      for (const cookie of ['sid=', `sid=${'A'.repeat(43)}`, 'sid=%00; sid=x']) {
        const { headers, ...more }: RequestInit = nonsense
        const response = await world.fetch(`${endpoint.path.replace(/\{\w+\}/, '0')}?nonsense=1`, {
          ...init,
          ...more,
          headers: { ...(headers as Record<string, string>), cookie },
        })
        answers.add(await sameness(response))
      }
      // What a refusal of any other call says, too.
      answers.add(await sameness(await world.fetch('/api/accounts/sessions/')))
      expect(answers.size).toBe(1)
    },
  )

  test.runIf(endpoint.access === 'staff')('is for staff alone', async () => {
    const member = await makeMember(world)
    await problemOf(await member.fetch(path, { method }), 'forbidden')
    const late = await makeMember(world, { is_staff: true, signed_in_ago: 12 * 3_600_000 })
    await problemOf(await late.fetch(path, { method }), 'second_factor_required')
  })

  test.runIf(method !== 'GET' && !endpoint.is_webhook)(
    'refuses what another site made a browser send',
    async () => {
      const { cookie } = await makeMember(world)
      const { headers: given, ...init } = example.body ? json(example.body) : (example.init ?? {})
      const foreign: Record<string, string>[] = [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': '' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${world.origin}.evil.example` },
        { 'sec-fetch-site': 'cross-site', origin: world.origin },
      ]
      for (const one of foreign) {
        // Past `world.fetch`, which says that our own page asks.
        const headers = { ...(given as Record<string, string> | undefined), cookie, ...one }
        const response = await fetch(world.origin + path, { method, ...init, headers })
        expect(response.status, JSON.stringify(one)).toBe(403)
        await problemOf(response, 'foreign_origin')
      }
    },
  )
})

const withBody = endpointList.filter(({ endpoint }) => endpoint.body && !endpoint.form)

describe.each(withBody)('the body of $name', ({ name, endpoint }) => {
  const example: Example = examples[name as keyof typeof examples] ?? { path: '' }
  const { path, body = {} } = example
  const browser = () => browserFor(world, endpoint, example)
  const fields = Object.entries(endpoint.body?.shape ?? {}).map(([field, schema]) => ({
    field,
    optional: z.safeParse(schema, undefined).success,
    isText: sameKind(schema, 'text'),
    wrong: ['text', 7, true, null, [], {}].filter((value) => !sameKind(schema, value)),
  }))

  async function faultsOf(send: Send, sent: unknown, what: string) {
    const response = await send(path, json(sent))
    expect(response.status, what).toBe(400)
    return (await problemOf(response, 'invalid_request')).errors
  }

  test('refuses what is missing, of a wrong type, too long or unknown, naming each', async () => {
    const send = await browser()
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
      const faults = await faultsOf(send, { ...body, [field]: 'a'.repeat(25_000) }, `long ${field}`)
      for (const fault of faults) {
        expect(fault.field).toBe(field)
        expect(['too_long', 'wrong_format', 'not_in_list']).toContain(fault.code)
      }
    }
    // What another service says of itself may grow.
    if (endpoint.is_webhook) return
    const faults = await faultsOf(send, { ...body, nonsense: 1 }, 'unknown')
    expect(faults.map((fault) => [fault.field, fault.code])).toEqual([
      ['nonsense', 'unknown_field'],
    ])
  })

  test('what no keyboard types breaks nothing', async () => {
    const send = await browser()
    const texts = [
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\u202e',
      '\r\nBcc: x@example.com',
      '\u{10ffff}',
      ' ',
    ]
    for (const { field, isText } of fields) {
      if (!isText) continue
      for (const text of texts) {
        const response = await send(path, json({ ...body, [field]: text }))
        expect(response.status, `${field}=${JSON.stringify(text)}`).toBeLessThan(500)
      }
    }
  })

  test('refuses what is no JSON object', async () => {
    const send = await browser()
    const headers = { 'content-type': 'application/json' }
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", '{"__proto__":{}}', '\u0000', 'nonsense'])
      await problemOf(await send(path, { headers, body: text }), 'malformed_body')
    for (const text of ['[]', '"text"', '7', 'true'])
      await problemOf(await send(path, { headers, body: text }), 'invalid_request')
  })

  test('takes JSON alone', async () => {
    const send = await browser()
    const text = JSON.stringify(body)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'image/png',
    ]) {
      const response = await send(path, { headers: { 'content-type': type }, body: text })
      expect(response.status, type).toBe(415)
      await problemOf(response, 'unsupported_media_type')
    }
    const unnamed = await send(path, { headers: {}, body: new TextEncoder().encode(text) })
    await problemOf(unnamed, 'unsupported_media_type')
  })

  test('takes 64 KiB and no more', async () => {
    const send = await browser()
    const most = 64 * 1024
    const spaces = (count: number) => `${JSON.stringify(body)}${' '.repeat(count)}`
    const headers = { 'content-type': 'application/json' }
    const over = spaces(most - Buffer.byteLength(spaces(0)) + 1)
    await problemOf(await send(path, { headers, body: over }), 'body_too_large')
    const full = await send(path, { headers, body: over.slice(0, -1) })
    expect(full.status).not.toBe(413)
  })
})

describe.each(endpointList.filter(({ endpoint }) => endpoint.file))(
  'the file of $name',
  ({ name, endpoint }) => {
    const example: Example = examples[name as keyof typeof examples] ?? { path: '' }
    const { types = [], max_bytes = 0 } = endpoint.file ?? {}

    test('is of the types it names and no larger than it says', async () => {
      const send = await browserFor(world, endpoint, example)
      for (const type of ['application/json', 'image/svg+xml', 'text/html', 'image/gif']) {
        if (types.includes(type)) continue
        const response = await send(example.path, {
          headers: { 'content-type': type },
          body: '<svg/>',
        })
        await problemOf(response, 'unsupported_media_type')
      }
      const headers = { 'content-type': types[0] ?? '' }
      const full = await send(example.path, { headers, body: new Uint8Array(max_bytes) })
      expect(full.status).not.toBe(413)
      const over = await send(example.path, { headers, body: new Uint8Array(max_bytes + 1) })
      await problemOf(over, 'body_too_large')
      for (const body of ['', undefined])
        expect((await send(example.path, { headers, body: body ?? null })).status).toBe(415)
    })
  },
)

type Schema = NonNullable<Endpoint['body']>['shape'][string]

/** Whether the schema's complaint about `value`, if it has any, is of its form and not of its type. */
function sameKind(schema: Schema, value: unknown): boolean {
  const { error } = z.safeParse(schema, value)
  return !error?.issues.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'invalid_type' ||
        (issue.code === 'invalid_value' && typeof value !== 'string')),
  )
}
