import type { Endpoint } from '#contract/endpoint.ts'
import { endpointList } from '#contract/index.ts'
import { Problem, type ProblemCode, sharedProblems } from '#contract/problems.ts'
import { plantWorld } from '#seed/plant.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { badValues } from './bad-values.ts'
import { everybodys, type Example, examples, others, plantExamples } from './examples.ts'
import { makeMember } from './members.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await plantWorld(world.transact, new Date())
  await plantExamples(world)
})
afterAll(() => world?.close())

async function problemOf(response: Response, code?: ProblemCode) {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = Problem.parse(await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.detail).toMatch(/[가-힣]/)
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  if (code) expect(problem).toMatchObject({ code })
  return problem
}

/** What is alike in two refusals of the same kind: all but the request's id. */
async function sameness(response: Response) {
  const { request_id: _, ...problem } = await problemOf(response)
  return JSON.stringify(problem)
}

const json = (value: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** A browser of its own that makes the call of an example: of a member where the call is a member's, else of nobody. */
async function browserFor(endpoint: Endpoint, example: Example): Promise<Send> {
  const init = { method: endpoint.method, ...(example.body ? json(example.body) : example.init) }
  const needsMember = endpoint.access === 'member' || endpoint.access === 'staff'
  if (!needsMember && example.as !== 'member')
    return (path, more) => world.fetch(path, { ...init, ...more })
  const { signed_in_ago } = example
  const member = await makeMember(world, {
    is_staff: endpoint.access === 'staff',
    ...(signed_in_ago === undefined ? {} : { signed_in_ago }),
  })
  return (path, more) => member.fetch(path, { ...init, ...more })
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
  const browser = () => browserFor(endpoint, example)

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
          endpoint.status ?? (endpoint.answer ? 200 : 204),
        )
        const body = endpoint.answer ? await response.json() : await response.text()
        // Equal, not merely accepted: nothing beyond the schema is on the wire.
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
  const browser = () => browserFor(endpoint, example)
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
      const faults = await faultsOf(send, { ...body, [field]: 'a'.repeat(5_000) }, `long ${field}`)
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
      const send = await browserFor(endpoint, example)
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

describe.each(endpointList.filter(({ endpoint }) => endpoint.form))(
  'the form of $name',
  ({ name, endpoint }) => {
    const example: Example = examples[name as keyof typeof examples] ?? { path: '' }
    const { file: file_field = '', max_bytes = 0 } = endpoint.form ?? {}
    const browser = () => browserFor(endpoint, { ...example, init: {} })
    const given = [...((example.init?.body ?? new FormData()) as FormData)]
    const fields = Object.entries(endpoint.body?.shape ?? {})

    /** The example's form, changed. */
    function formWith(change: (form: FormData) => void): RequestInit {
      const form = new FormData()
      for (const [field, value] of given) form.append(field, value)
      change(form)
      return { body: form }
    }

    async function faultsOf(send: Send, change: (form: FormData) => void) {
      const problem = await problemOf(await send(example.path, formWith(change)), 'invalid_request')
      return problem.errors.map(({ field, code }) => [field, code])
    }

    test('refuses what is missing, twice, too long or unknown, naming each', async () => {
      const send = await browser()
      for (const [field, schema] of fields) {
        if (!z.safeParse(schema, undefined).success)
          expect(await faultsOf(send, (form) => form.delete(field))).toEqual([[field, 'required']])
        expect(await faultsOf(send, (form) => form.append(field, 'x'))).toEqual([
          [field, 'wrong_type'],
        ])
        const [fault] = await faultsOf(send, (form) => form.set(field, 'a'.repeat(100_000)))
        expect(fault?.[0]).toBe(field)
        expect(['too_long', 'wrong_format']).toContain(fault?.[1])
      }
      for (const unknown of ['nonsense', 'Title', `${file_field}[]`])
        expect(await faultsOf(send, (form) => form.append(unknown, '1'))).toEqual([
          [unknown, 'unknown_field'],
        ])
      expect(await faultsOf(send, (form) => form.set(file_field, 'text'))).toEqual([
        [file_field, 'unknown_field'],
      ])
    })

    test('a file is one, where it is asked for, and no larger than it says', async () => {
      const send = await browser()
      const file = new File(['text'], 'a.txt')
      const [misplaced] = await faultsOf(send, (form) => {
        form.delete(file_field)
        form.append('other', file)
      })
      expect(misplaced).toEqual(['other', 'unknown_field'])
      const two = await send(
        example.path,
        formWith((form) => form.append(file_field, file)),
      )
      await problemOf(two, 'body_too_large')
      const sized = (bytes: number) =>
        send(
          example.path,
          formWith((form) => form.set(file_field, new File([new Uint8Array(bytes)], 'a'))),
        )
      expect((await sized(max_bytes)).status).not.toBe(413)
      await problemOf(await sized(max_bytes + 1), 'file_too_large')
    })

    test('what no keyboard types breaks nothing', async () => {
      const send = await browser()
      for (const [field] of fields)
        for (const text of ['\u0000', 'a\u0000b', '\u202e', '\r\nBcc: x', '\u{10ffff}', ' ']) {
          const response = await send(
            example.path,
            formWith((form) => form.set(field, text)),
          )
          expect(response.status, `${field}=${JSON.stringify(text)}`).toBeLessThan(500)
        }
    })

    test('takes a form alone, and one that is whole', async () => {
      const send = await browser()
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
        await problemOf(
          await send(example.path, { headers: { 'content-type': type }, body: '{}' }),
          'unsupported_media_type',
        )
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1'
      for (const body of ['nonsense', '--x', part, `${part}\r\n--x`])
        await problemOf(await send(example.path, { headers, body }), 'malformed_body')
      for (const without of ['multipart/form-data', 'multipart/form-data; boundary='])
        await problemOf(
          await send(example.path, { headers: { 'content-type': without }, body: part }),
          'malformed_body',
        )
      // Nothing at all is a form with nothing in it.
      const nothing = await send(example.path, { headers, body: '--x--\r\n' })
      expect((await problemOf(nothing, 'invalid_request')).errors).not.toEqual([])
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
