import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { beforeEach, expect, test, vi } from 'vitest'

const work = { content_type: 'series', object_id: 1 } as const

/** The server's likes, and what it was told; `fails` how many of the next calls get no answer. */
const server = { like_id: null as number | null, told: [] as string[], fails: 0 }
/** Lets the next answers go only when told. */
let gate: Promise<void> | undefined

async function answer(path: string, { method }: { method: string }) {
  await gate
  server.told.push(method)
  if (server.fails > 0) {
    server.fails -= 1
    throw new TypeError('no network')
  }
  if (method === 'POST') {
    server.like_id ??= 7
    return Response.json({ id: server.like_id, ...work, created_at: '2026-11-21T00:00:00Z' })
  }
  const had = path === `/api/contents/likes/${server.like_id}`
  server.like_id = null
  return had
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify({ status: 404, code: 'not_found', errors: [], detail: '' }), {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      })
}

/** A browser that has just been opened. */
async function open() {
  vi.resetModules()
  const { likesStore: likes } = await import('./likes.ts')
  const { authStore: auth } = await import('./auth-store.ts')
  return { likes, auth }
}

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  Object.assign(server, { like_id: null, told: [], fails: 0 })
  gate = undefined
})

test('it is shown before the server knows, and taken back by the id the server gave', async () => {
  const { likes } = await open()
  expect(likes.isLiked(work)).toBeUndefined()
  const done = likes.setLiked(work, true)
  expect(likes.isLiked(work)).toBe(true)
  await done
  await likes.setLiked(work, false)
  expect([likes.isLiked(work), server.like_id, server.told]).toEqual([
    false,
    null,
    ['POST', 'DELETE'],
  ])
})

test('what fails is as it was, and thrown once', async () => {
  const { likes } = await open()
  server.fails = 1
  const [begun, again] = [likes.setLiked(work, true), likes.setLiked(work, true)]
  await expect(begun).rejects.toThrow()
  await expect(again).resolves.toBeUndefined()
  expect(likes.isLiked(work)).toBe(false)
})

test('of many presses the last is what the server has, and none runs beside another', async () => {
  const { likes } = await open()
  let go = () => {}
  gate = new Promise((resolve) => (go = resolve))
  const all = [true, false, true, false, true, false].map((liked) => likes.setLiked(work, liked))
  expect(likes.isLiked(work)).toBe(false)
  go()
  await Promise.all(all)
  expect([likes.isLiked(work), server.like_id]).toEqual([false, null])
  expect(server.told.length).toBeLessThan(4)
})

test('taken back elsewhere meanwhile is taken back', async () => {
  const { likes } = await open()
  likes.applyServerLikes([{ ...work, like_id: 99 }], likes.version())
  await likes.setLiked(work, false)
  expect(likes.isLiked(work)).toBe(false)
})

test('an answer that was asked for before a press does not undo it', async () => {
  const { likes } = await open()
  const asked = likes.version()
  const done = likes.setLiked(work, true)
  likes.applyServerLikes([{ ...work, like_id: null }], asked)
  expect(likes.isLiked(work)).toBe(true)
  await done
  likes.applyServerLikes([{ ...work, like_id: null }], asked)
  expect(likes.isLiked(work)).toBe(true)
  likes.applyServerLikes([{ ...work, like_id: null }], likes.version())
  expect(likes.isLiked(work)).toBe(false)
})

test('nothing of one member is shown to the next', async () => {
  const { likes, auth } = await open()
  const member = (id: number): User => ({ ...guestUser, id, email: `${id}@example.com` })
  auth.setUser(member(1))
  await likes.setLiked(work, true)
  auth.setUser({ ...member(1), event_point: 10 })
  expect(likes.isLiked(work)).toBe(true)
  auth.setUser(member(2))
  expect(likes.isLiked(work)).toBeUndefined()
})

test('an answer to one member that comes after another signed in is ignored', async () => {
  const { likes, auth } = await open()
  const member = (id: number): User => ({ ...guestUser, id, email: `${id}@example.com` })
  auth.setUser(member(1))
  const asked = likes.version()
  auth.setUser(member(2))
  likes.applyServerLikes([{ ...work, like_id: 7 }], asked)
  expect(likes.isLiked(work)).toBeUndefined()
  likes.applyServerLikes([{ ...work, like_id: 8 }], likes.version())
  expect(likes.isLiked(work)).toBe(true)
})
