import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const member: User = { ...guestUser, id: 7, email: 'na@example.com' }

/** Answers of the server in the order of the requests, each given when the test says so. */
let answers: ((body: object) => void)[] = []

const browser = { cookie: '' }

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

/** A page that has just been opened. */
async function open() {
  const { authStore: auth } = await import('#web/session/auth-store.ts')
  return { auth, ...(await import('./video-preload.ts')) }
}

test('a film that was asked for before its page is taken by the page, without another request', async () => {
  const { preloadVideo: beginReading, consumePreloadedVideo: takeReading } = await open()
  void beginReading(1)
  const taken = takeReading(1)
  expect(answers).toHaveLength(1)
  answers[0]?.({ duration: 100, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 100 })
})

test('the first check of the page keeps what was asked for', async () => {
  const { auth, preloadVideo: beginReading, consumePreloadedVideo: takeReading } = await open()
  void beginReading(1)
  const checked = auth.check()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(member)
  expect(await checked).toBe('member')
  void takeReading(1)
  expect(answers).toHaveLength(2)
})

test('what was asked for before the first check is not used if the session was replaced before it', async () => {
  const { auth, preloadVideo: beginReading, consumePreloadedVideo: takeReading } = await open()
  void beginReading(1)
  // Another member signs in in another tab.
  browser.cookie = 'has_session=second'
  const checked = auth.check()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.({ ...member, id: 8 })
  await checked
  const taken = takeReading(1)
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[0]?.({ duration: 100, resume_at: 0 })
  answers[2]?.({ duration: 200, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 200 })
})

test.each([
  [
    'another member',
    (auth: Auth) => {
      browser.cookie = 'has_session=second'
      auth.set({ ...member, id: 8 })
    },
  ],
  ['another member, which this page does not know yet', () => (browser.cookie = 'has_session=2')],
  [
    'nobody',
    (auth: Auth) => {
      browser.cookie = ''
      auth.clear()
    },
  ],
])('what one member asked for is not used once it is %s who is signed in', async (_, change) => {
  const { auth, preloadVideo: beginReading, consumePreloadedVideo: takeReading } = await open()
  auth.set(member)
  void beginReading(1)
  change(auth)
  const taken = takeReading(1)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.({ duration: 100, resume_at: 0 })
  answers[1]?.({ duration: 200, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 200 })
})

type Auth = Awaited<ReturnType<typeof open>>['auth']
