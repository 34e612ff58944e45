import { endpointList } from '#contract/index.ts'
import { Problem } from '#contract/problems.ts'
import { plantWorld } from '#seed/plant.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from './examples.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await plantWorld(world.transact, new Date())
})
afterAll(() => world?.close())

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = Problem.parse(await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.detail).toMatch(/[가-힣]/)
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  return problem
}

test('every call has an example here, and no example is left over', () => {
  expect(Object.keys(examples).sort()).toEqual(endpointList.map(({ name }) => name).sort())
})

test('docs/openapi.json is what the table makes', async () => {
  const committed = await readFile(join(import.meta.dirname, '../docs/openapi.json'), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(openApiDocument(endpointList))))
})

describe.each(endpointList)('$name', ({ name, endpoint }) => {
  const example = examples[name as keyof typeof examples]
  const path = example?.path ?? ''
  const method = endpoint.method
  const send = (address: string, init: RequestInit = {}) =>
    world.fetch(address, { method, ...example?.init, ...init })

  test('answers as its schema says, with and without the last slash', async () => {
    const [there, bare] = path.split('?')
    const withSlash = await send(path)
    const without = await send(`${there?.replace(/\/$/, '')}${bare ? `?${bare}` : ''}`)
    expect(without.status).toBe(withSlash.status)
    if (example?.refused) {
      const problem = await problemOf(withSlash)
      expect(problem.code).toBe(example.refused)
      expect([...(endpoint.problems ?? [])]).toContain(problem.code)
      return
    }
    expect(withSlash.status).toBe(endpoint.status ?? (endpoint.answer ? 200 : 204))
    const body = await withSlash.json()
    expect(await without.json()).toEqual(body)
    // Equal, not merely accepted: nothing beyond the schema is on the wire.
    expect(endpoint.answer?.parse(body)).toEqual(body)
  })

  test('a public answer is the same for all and says how long it may be held; any other is not held', async () => {
    const response = await send(path, { headers: { cookie: 'sid=somebody' } })
    const caching = response.headers.get('cache-control')
    if (endpoint.access !== 'public') {
      expect(caching).toBe('no-store')
      return
    }
    expect(caching).toMatch(/^public, .*s-maxage=\d+, stale-while-revalidate=\d+/)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    const tag = response.headers.get('etag') ?? ''
    const again = await send(path, { headers: { 'if-none-match': tag } })
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
      expect((await problemOf(response)).code).toBe('method_not_allowed')
    }
  })

  test('refuses what it does not know, naming it', async () => {
    const mark = path.includes('?') ? '&' : '?'
    const response = await send(`${path}${mark}nonsense=1`)
    expect(response.status).toBe(400)
    const problem = await problemOf(response)
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }),
    )
  })

  test('refuses each bad value of each field, naming it', async () => {
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

  test('an id that is none, or of nothing, is the same 404', async () => {
    if (!endpoint.params) return
    const answers = []
    for (const id of [
      '0',
      '-1',
      'abc',
      '1.5',
      '2147483647',
      '2147483648',
      '99999999999999999999',
      '%00',
      '1%2F2',
      "1'",
    ]) {
      const response = await send(endpoint.path.replace('{id}', id))
      expect(response.status, id).toBe(404)
      const { request_id: _, ...problem } = await problemOf(response)
      answers.push(problem)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})

/** Values no field of such a name takes. */
function badValues(shape: Record<string, unknown> | undefined): Record<string, string[]> {
  const bad: Record<string, string[]> = {
    limit: ['-1', '0', '101', '1.5', 'ten', '', '1e2', '9'.repeat(30)],
    offset: ['-1', '10001', 'x', ''],
    ordering: ['id', '--viewer_count', '', 'viewer_count;drop'],
    category: ['0', 'x', '-3', '2147483648'],
    series: ['0', 'x'],
    season: ['0', 'x'],
    person: ['0', 'x'],
    is_series: ['yes', '1', ''],
    is_free: ['TRUE', '0'],
    is_completed: ['no'],
    age_rating: ['18', 'all'],
    episode_video_orientation: ['diagonal', ''],
    type: ['film'],
    q: ['', ' '.repeat(5), '가'.repeat(101)],
  }
  return Object.fromEntries(
    Object.keys(shape ?? {}).map((field) => {
      const values = bad[field]
      if (!values) throw new Error(`No bad values are listed for the field ${field}`)
      return [field, values]
    }),
  )
}
