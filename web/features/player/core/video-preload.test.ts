import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPosition, parseStartParam } from './video-preload.ts'

const member: User = { ...guestUser, id: 7, email: 'na@example.com' }

/** Resolvers of the pending responses, in request order. */
let answers: ((body: object) => void)[] = []

const browser = { cookie: '', querySelector: (): object | null => ({}) }

beforeEach(() => {
  answers = []
  browser.cookie = 'has_session=first'
  vi.stubGlobal('document', browser)
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((resolve) => answers.push((body) => resolve(Response.json(body)))),
  )
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

/** Loads the modules as a newly opened page does. */
async function open() {
  const { authStore: auth } = await import('#web/session/auth-store.ts')
  return { auth, ...(await import('./video-preload.ts')) }
}

test('the page consumes a preloaded video without another request', async () => {
  const { preloadVideo, consumePreloadedVideo } = await open()
  void preloadVideo(1)
  const taken = consumePreloadedVideo(1)
  expect(answers).toHaveLength(1)
  answers[0]?.({ duration: 100, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 100 })
})

test('the page requests a video whose preload had no network', async () => {
  const { preloadVideo, consumePreloadedVideo } = await open()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await preloadVideo(1).catch(() => {})
  vi.stubGlobal('fetch', async () => Response.json({ duration: 100, resume_at: 0 }))
  await expect.poll(() => consumePreloadedVideo(1)).toMatchObject({ duration: 100 })
})

test('requests the video of the document before the page renders, and once', async () => {
  vi.stubGlobal('location', { pathname: '/video/3', search: '?t=40' })
  const { consumePreloadedVideo } = await open()
  await expect.poll(() => answers.length).toBe(1)
  const taken = consumePreloadedVideo(3)
  answers[0]?.({ duration: 100, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 100 })
  expect(answers).toHaveLength(1)
})

test.each([
  ['another page', '/series/3', {}],
  ['an error page', '/video/3', null],
])('requests no video for %s', async (_, pathname, player) => {
  vi.stubGlobal('location', { pathname, search: '' })
  vi.stubGlobal('document', { ...browser, querySelector: () => player })
  const { consumePreloadedVideo } = await open()
  // A request of the page itself would precede this one.
  const taken = consumePreloadedVideo(4)
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  expect(answers).toHaveLength(1)
  answers[0]?.({ duration: 100, resume_at: 0 })
  await taken
})

test('the first session check keeps a preload', async () => {
  const { auth, preloadVideo, consumePreloadedVideo } = await open()
  void preloadVideo(1)
  const checked = auth.checkAuth()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(member)
  expect(await checked).toBe('member')
  void consumePreloadedVideo(1)
  expect(answers).toHaveLength(2)
})

test('discards a preload if the session changed before the first check', async () => {
  const { auth, preloadVideo, consumePreloadedVideo } = await open()
  void preloadVideo(1)
  // Another member logs in in another tab.
  browser.cookie = 'has_session=second'
  const checked = auth.checkAuth()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ ...member, id: 8 })
  await checked
  const taken = consumePreloadedVideo(1)
  await expect.poll(() => answers.length).toBe(3)
  answers[0]?.({ duration: 100, resume_at: 0 })
  answers[2]?.({ duration: 200, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 200 })
})

test.each([
  [
    'another member is logged in',
    (auth: Auth) => {
      browser.cookie = 'has_session=second'
      auth.setUser({ ...member, id: 8 })
    },
  ],
  ['another member has logged in in another tab', () => (browser.cookie = 'has_session=2')],
  [
    'the member is logged out',
    (auth: Auth) => {
      browser.cookie = ''
      auth.clearUser()
    },
  ],
])("discards a member's preload once %s", async (_, change) => {
  const { auth, preloadVideo, consumePreloadedVideo } = await open()
  auth.setUser(member)
  void preloadVideo(1)
  change(auth)
  const taken = consumePreloadedVideo(1)
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.({ duration: 100, resume_at: 0 })
  answers[1]?.({ duration: 200, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 200 })
})

type Auth = Awaited<ReturnType<typeof open>>['auth']

test.each([
  ['t=75', 75],
  ['t=0', 0],
  ['t=-3', null],
  ['t=1.5', null],
  ['t=1m', null],
  ['t=', null],
  ['', null],
  ['t=9999999', null],
])('%s requests start %s', (query, seconds) => {
  expect(parseStartParam(new URLSearchParams(query))).toBe(seconds)
})

test('starts at a requested second within the video, else where the member left off', () => {
  const video = { duration: 1_800, resume_at: 600 }
  expect([null, 0, 75, 1_799, 1_800].map((requested) => startPosition(video, requested))).toEqual([
    600, 0, 75, 1_799, 600,
  ])
})
