import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import type { MemberSeries } from '#contract/playback/playback.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EpisodeAccessMap } from './member-content.ts'

const title = { content_type: 'series', object_id: 1 } as const
const member = (id: number): User => ({ ...guestUser, id, email: `${id}@example.com` })

/** A server with one series; `failures` is the number of changes of its like that fail next. */
const server = { like_id: null as number | null, methods: [] as string[], failures: 0 }
/** Delays the responses to these methods until it is resolved. */
let gates: Record<string, PromiseWithResolvers<void>>

async function respond(path: string, { method }: { method: string }) {
  server.methods.push(method)
  const response = answer(path, method)
  await gates[method]?.promise
  return response
}

function answer(path: string, method: string): Response | Promise<never> {
  if (method === 'GET')
    return Response.json({
      like_id: server.like_id,
      review: null,
      helpful_review_ids: [],
      continue_watching: null,
      episodes: [{ id: 11, like_id: null, access: 'owned' }],
    })
  if (server.failures > 0) {
    server.failures -= 1
    const failure = Promise.reject(new TypeError('no network'))
    failure.catch(() => undefined)
    return failure
  }
  if (method === 'POST') {
    server.like_id ??= 7
    return Response.json({ id: server.like_id, ...title, created_at: '2026-11-21T00:00:00Z' })
  }
  const isFound = path === `/api/contents/likes/${server.like_id}`
  server.like_id = null
  return isFound
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify({ status: 404, code: 'not_found', errors: [], detail: '' }), {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      })
}

/** Loads fresh modules with a member logged in. */
async function load() {
  vi.resetModules()
  const { authStore } = await import('./auth-store.ts')
  authStore.setUser(member(1))
  const { contentKeys } = await import('#web/api/query-keys.ts')
  const session = await import('./member-query-client.tsx')
  const queries = await import('./member-content-queries.ts')
  return {
    ...queries,
    authStore,
    series: () => session.memberQueryClient.getQueryData<MemberSeries>(contentKeys.member(1)),
    access: () =>
      session.memberQueryClient.getQueryData<EpisodeAccessMap>(contentKeys.episodeAccess),
    isLiked: () => queries.isContentLiked(title),
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', respond)
  Object.assign(server, { like_id: null, methods: [], failures: 0 })
  gates = {}
})
afterEach(() => vi.unstubAllGlobals())

test('shows the state that a read of a series returns', async () => {
  const { fetchMemberSeries, series, access, isLiked } = await load()
  server.like_id = 7
  await fetchMemberSeries(1)
  expect(series()?.like_id).toBe(7)
  expect([isLiked(), access()?.get(11)]).toEqual([true, 'owned'])
})

test('concurrent reads of a series share one request', async () => {
  const { fetchMemberSeries } = await load()
  await Promise.all([fetchMemberSeries(1), fetchMemberSeries(1)])
  expect(server.methods).toEqual(['GET'])
  await fetchMemberSeries(1)
  expect(server.methods).toEqual(['GET', 'GET'])
})

test('likes optimistically and unlikes by the id of the server', async () => {
  const { setLiked, isLiked } = await load()
  expect(isLiked()).toBeUndefined()
  const request = setLiked(title, true)
  expect(isLiked()).toBe(true)
  await request
  await setLiked(title, false)
  expect([isLiked(), server.like_id, server.methods]).toEqual([false, null, ['POST', 'DELETE']])
})

test('reverts a failed change, drops those that wait for it, and throws once', async () => {
  const { setLiked, isLiked } = await load()
  server.failures = 1
  const [first, second] = [setLiked(title, true), setLiked(title, true)]
  await expect(first).rejects.toThrow()
  await expect(second).resolves.toBeUndefined()
  expect([isLiked(), server.methods]).toEqual([false, ['POST']])
})

test('applies the last of many changes with few sequential requests', async () => {
  const { setLiked, isLiked } = await load()
  gates['POST'] = Promise.withResolvers()
  const first = setLiked(title, true)
  await expect.poll(() => server.methods).toEqual(['POST'])
  const others = [false, true, false, true, false].map((liked) => setLiked(title, liked))
  expect(isLiked()).toBe(false)
  gates['POST'].resolve()
  await Promise.all([first, ...others])
  expect([isLiked(), server.like_id, server.methods]).toEqual([false, null, ['POST', 'DELETE']])
})

test('treats a like that is already gone as removed', async () => {
  const { fetchMemberSeries, setLiked, isLiked } = await load()
  server.like_id = 99
  await fetchMemberSeries(1)
  // Unliked on another device.
  server.like_id = null
  await setLiked(title, false)
  expect(isLiked()).toBe(false)
})

test('a read that began before a change does not overwrite it', async () => {
  const { fetchMemberSeries, setLiked, isLiked } = await load()
  gates['GET'] = Promise.withResolvers()
  gates['POST'] = Promise.withResolvers()
  const early = fetchMemberSeries(1)
  const change = setLiked(title, true)
  gates['POST'].resolve()
  await change
  gates['GET'].resolve()
  await early
  expect(isLiked()).toBe(true)
  // Unliked on another device; a later read shows it.
  server.like_id = null
  await fetchMemberSeries(1)
  expect(isLiked()).toBe(false)
})

test('a read that arrives during a change does not overwrite it', async () => {
  const { fetchMemberSeries, setLiked, isLiked } = await load()
  gates['GET'] = Promise.withResolvers()
  gates['POST'] = Promise.withResolvers()
  const read = fetchMemberSeries(1)
  const change = setLiked(title, true)
  gates['GET'].resolve()
  await read
  expect(isLiked()).toBe(true)
  gates['POST'].resolve()
  await change
  expect(isLiked()).toBe(true)
})

test('forgets everything when the member changes, not when the profile does', async () => {
  const { fetchMemberSeries, setLiked, isLiked, series, access, authStore } = await load()
  await fetchMemberSeries(1)
  await setLiked(title, true)
  authStore.setUser({ ...member(1), event_point: 10 })
  expect([isLiked(), series()]).toEqual([true, expect.anything()])
  authStore.setUser(member(2))
  expect([isLiked(), series(), access()]).toEqual([undefined, undefined, undefined])
})

test('responses to the previous member change nothing', async () => {
  const { fetchMemberSeries, setLiked, isLiked, series, authStore } = await load()
  gates['GET'] = Promise.withResolvers()
  gates['POST'] = Promise.withResolvers()
  void fetchMemberSeries(1).catch(() => undefined)
  const change = setLiked(title, true)
  await expect.poll(() => server.methods).toContain('POST')
  // Waits for the first change, and is not sent in the name of the next member.
  void setLiked(title, false)
  authStore.setUser(member(2))
  gates['GET'].resolve()
  gates['POST'].resolve()
  await change
  expect([isLiked(), series()]).toEqual([undefined, undefined])
  expect(server.methods.toSorted()).toEqual(['GET', 'POST'])
})
