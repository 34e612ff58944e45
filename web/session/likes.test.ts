import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { beforeEach, expect, test, vi } from 'vitest'

const title = { content_type: 'series', object_id: 1 } as const

/** A server with one like; `failures` is the number of requests that fail next. */
const server = { like_id: null as number | null, methods: [] as string[], failures: 0 }
/** Delays responses until it resolves. */
let gate: Promise<void> | undefined

async function respond(path: string, { method }: { method: string }) {
  await gate
  server.methods.push(method)
  if (server.failures > 0) {
    server.failures -= 1
    throw new TypeError('no network')
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

/** Loads the stores anew. */
async function loadStores() {
  vi.resetModules()
  const { likesStore: likes } = await import('./likes.ts')
  const { authStore: auth } = await import('./auth-store.ts')
  return { likes, auth }
}

beforeEach(() => {
  vi.stubGlobal('fetch', respond)
  Object.assign(server, { like_id: null, methods: [], failures: 0 })
  gate = undefined
})

test('updates optimistically and unlikes by the id of the server', async () => {
  const { likes } = await loadStores()
  expect(likes.isLiked(title)).toBeUndefined()
  const request = likes.setLiked(title, true)
  expect(likes.isLiked(title)).toBe(true)
  await request
  await likes.setLiked(title, false)
  expect([likes.isLiked(title), server.like_id, server.methods]).toEqual([
    false,
    null,
    ['POST', 'DELETE'],
  ])
})

test('reverts a failed change and throws once', async () => {
  const { likes } = await loadStores()
  server.failures = 1
  const [first, second] = [likes.setLiked(title, true), likes.setLiked(title, true)]
  await expect(first).rejects.toThrow()
  await expect(second).resolves.toBeUndefined()
  expect(likes.isLiked(title)).toBe(false)
})

test('applies the last of many changes with few sequential requests', async () => {
  const { likes } = await loadStores()
  let release = () => {}
  gate = new Promise((resolve) => (release = resolve))
  const requests = [true, false, true, false, true, false].map((liked) =>
    likes.setLiked(title, liked),
  )
  expect(likes.isLiked(title)).toBe(false)
  release()
  await Promise.all(requests)
  expect([likes.isLiked(title), server.like_id]).toEqual([false, null])
  expect(server.methods.length).toBeLessThan(4)
})

test('treats a like that is already gone as removed', async () => {
  const { likes } = await loadStores()
  likes.applyServerLikes([{ ...title, like_id: 99 }], likes.version())
  await likes.setLiked(title, false)
  expect(likes.isLiked(title)).toBe(false)
})

test('ignores server state that was requested before a change', async () => {
  const { likes } = await loadStores()
  const version = likes.version()
  const request = likes.setLiked(title, true)
  likes.applyServerLikes([{ ...title, like_id: null }], version)
  expect(likes.isLiked(title)).toBe(true)
  await request
  likes.applyServerLikes([{ ...title, like_id: null }], version)
  expect(likes.isLiked(title)).toBe(true)
  likes.applyServerLikes([{ ...title, like_id: null }], likes.version())
  expect(likes.isLiked(title)).toBe(false)
})

test('clears likes when the member changes', async () => {
  const { likes, auth } = await loadStores()
  const member = (id: number): User => ({ ...guestUser, id, email: `${id}@example.com` })
  auth.setUser(member(1))
  await likes.setLiked(title, true)
  auth.setUser({ ...member(1), event_point: 10 })
  expect(likes.isLiked(title)).toBe(true)
  auth.setUser(member(2))
  expect(likes.isLiked(title)).toBeUndefined()
})

test('ignores server state of the previous member', async () => {
  const { likes, auth } = await loadStores()
  const member = (id: number): User => ({ ...guestUser, id, email: `${id}@example.com` })
  auth.setUser(member(1))
  const version = likes.version()
  auth.setUser(member(2))
  likes.applyServerLikes([{ ...title, like_id: 7 }], version)
  expect(likes.isLiked(title)).toBeUndefined()
  likes.applyServerLikes([{ ...title, like_id: 8 }], likes.version())
  expect(likes.isLiked(title)).toBe(true)
})
