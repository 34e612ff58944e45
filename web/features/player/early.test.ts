import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const member: User = { ...guestUser, id: 7, email: 'na@example.com' }

/** Answers of the server in the order of the requests, each given when the test says so. */
let answers: ((body: object) => void)[] = []

beforeEach(() => {
  answers = []
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((resolve) => answers.push((body) => resolve(Response.json(body)))),
  )
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

/** A page that has just been opened. */
async function open() {
  const { auth } = await import('#web/data/auth.ts')
  return { auth, ...(await import('./early.ts')) }
}

test('a film that was asked for before its page is taken by the page, without another request', async () => {
  const { beginReading, takeReading } = await open()
  void beginReading(1)
  const taken = takeReading(1)
  expect(answers).toHaveLength(1)
  answers[0]?.({ duration: 100, resume_at: 0 })
  expect(await taken).toMatchObject({ duration: 100 })
})

test('the first check of the page keeps what was asked for', async () => {
  const { auth, beginReading, takeReading } = await open()
  vi.stubGlobal('document', { cookie: 'has_session=1' })
  void beginReading(1)
  const checked = auth.check()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(member)
  expect(await checked).toBe('member')
  void takeReading(1)
  expect(answers).toHaveLength(2)
})

test.each([
  ['another member', (auth: Auth) => auth.set({ ...member, id: 8 })],
  ['nobody', (auth: Auth) => auth.clear()],
])('what one member asked for is not used once it is %s who is signed in', async (_, change) => {
  const { auth, beginReading, takeReading } = await open()
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
