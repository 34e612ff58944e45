import type { User } from '#contract/accounts/accounts.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const member: User = {
  id: 7,
  email: 'na@example.com',
  username: '나한편',
  phonenumber: '01012345678',
  profile_image: null,
  event_point: 300,
  paid_point: 0,
  is_marketing_agreed: false,
  is_adult_verified: false,
  is_staff: false,
}
const nobody: User = {
  ...member,
  id: null,
  email: '',
  username: '',
  phonenumber: '',
  event_point: 0,
}

/** A browser of one page: its cookies, its tabs, and what the server would answer. */
const browser = { cookie: 'has_session=1', answers: [] as (() => Promise<Response>)[], asked: 0 }
const posted: unknown[] = []
let hear: (event: { data: User | { lost_epoch: string } | null }) => void = () => undefined

beforeEach(() => {
  Object.assign(browser, { cookie: 'has_session=1', answers: [], asked: 0 })
  posted.length = 0
  vi.stubGlobal('document', browser)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: string, listener: typeof hear) {
        hear = listener
      }
      postMessage(data: unknown) {
        posted.push(data)
      }
    },
  )
  vi.stubGlobal('fetch', () => {
    browser.asked += 1
    return browser.answers.shift()?.()
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const open = async () => (await import('./auth-store.ts')).authStore
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  })
const says = (status: number, body: object) => () => Promise.resolve(json(status, body))
const problem = (status: number, code: string) => says(status, { status, code, errors: [] })

test('before anything is asked it is unknown, and empty', async () => {
  const auth = await open()
  expect(auth.getState()).toEqual({ state: 'unknown', checked: false, user: nobody })
})

test.each([
  ['a member', says(200, member), 'member', 'signed_in', true],
  ['a session with nobody in it', says(200, nobody), 'no_member', 'signed_out', true],
  ['no session', problem(401, 'authentication_required'), 'signed_out', 'signed_out', true],
  ['not allowed', problem(403, 'forbidden'), 'signed_out', 'signed_out', true],
  ['an outage', problem(503, 'service_unavailable'), 'failed', 'failed', false],
  ['a fault', problem(500, 'internal_error'), 'failed', 'failed', false],
  ['too many calls', problem(429, 'rate_limited'), 'failed', 'failed', false],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'failed', 'failed', false],
  [
    'a page of somebody else, such as a café’s',
    () => Promise.resolve(new Response('<html>', { status: 401 })),
    'failed',
    'failed',
    false,
  ],
] as const)('%s', async (_, answer, outcome, state, checked) => {
  browser.answers = [answer]
  const auth = await open()
  expect(await auth.checkAuth()).toBe(outcome)
  expect(auth.getState()).toMatchObject({ state, checked })
  expect(auth.getState().user).toEqual(state === 'signed_in' ? member : nobody)
})

test('without the marker of a session nobody is asked; a refused check takes it away', async () => {
  browser.cookie = 'other=1; has_session_not=1'
  const auth = await open()
  expect(await auth.checkAuth()).toBe('signed_out')
  expect(browser.asked).toBe(0)

  browser.cookie = 'other=1; has_session=1'
  browser.answers = [problem(401, 'authentication_required')]
  await auth.checkAuth()
  expect(browser.cookie).toMatch(/^has_session=; .*Max-Age=0/)
})

test('what fails can be asked again; a check that is under way is waited for, not doubled', async () => {
  browser.answers = [problem(503, 'service_unavailable'), says(200, member)]
  const auth = await open()
  await auth.checkAuth()
  expect(await Promise.all([auth.checkAuth(), auth.checkAuth()])).toEqual(['member', 'member'])
  expect(browser.asked).toBe(2)
})

test('an outage signs nobody out who is known to be in', async () => {
  browser.answers = [says(200, member), problem(503, 'service_unavailable')]
  const auth = await open()
  await auth.checkAuth()
  await auth.checkAuth()
  expect(auth.getState().state).toBe('signed_in')
})

test('what was told meanwhile is newer than the answer', async () => {
  let answer: (response: Response) => void = () => undefined
  browser.answers = [() => new Promise((resolve) => (answer = resolve))]
  const auth = await open()
  const checking = auth.checkAuth()
  // Signed out in another tab while the server was still saying who was in.
  hear({ data: null })
  answer(json(200, member))
  expect(await checking).toBe('superseded')
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: nobody })
  expect(posted).toEqual([])
})

test('setting merges, clearing empties and keeps that it was checked; other tabs are told', async () => {
  const auth = await open()
  auth.setUser(member)
  auth.setUser({ ...member, username: '새이름' })
  expect(auth.getState()).toMatchObject({ state: 'signed_in', user: { username: '새이름' } })
  auth.clearUser()
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: nobody })
  expect(posted).toEqual([member, { ...member, username: '새이름' }, null])

  // And what they tell is not told again.
  hear({ data: member })
  expect(auth.getState().state).toBe('signed_in')
  expect(posted).toHaveLength(3)
})

test('any call that is refused for want of a session ends it here; an outage does not', async () => {
  const auth = await open()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  for (const [answer, state] of [
    [problem(503, 'service_unavailable'), 'signed_in'],
    [problem(403, 'reauthentication_required'), 'signed_in'],
    [problem(401, 'authentication_required'), 'signed_out'],
  ] as const) {
    browser.answers = [answer]
    await expect(call(accounts.listSessions, {})).rejects.toThrow()
    expect(auth.getState().state).toBe(state)
  }
})

/** A call whose answer is given later. */
function lateAnswer() {
  let answer: (response: Response) => void = () => undefined
  browser.answers = [() => new Promise((resolve) => (answer = resolve))]
  return () => answer(json(401, { status: 401, code: 'authentication_required', errors: [] }))
}

test('a 401 to a request of an earlier session does not end the current one', async () => {
  const auth = await open()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  browser.cookie = ''
  const refuse = lateAnswer()
  const calling = call(accounts.listSessions, {})
  browser.cookie = 'has_session=first'
  auth.setUser(member)
  refuse()
  await expect(calling).rejects.toThrow()
  expect(auth.getState()).toMatchObject({ state: 'signed_in', user: { id: 7 } })
  expect(browser.cookie).toBe('has_session=first')
  expect(posted).toEqual([member])
})

test('a 401 to a request that began before the server replaced the session does not end it', async () => {
  const auth = await open()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  const refuse = lateAnswer()
  const calling = call(accounts.listSessions, {})
  // The password was changed, or a second factor proven, here or in another tab: nothing tells this page.
  browser.cookie = 'has_session=second'
  refuse()
  await expect(calling).rejects.toThrow()
  expect(auth.getState().state).toBe('signed_in')
  expect(browser.cookie).toBe('has_session=second')
})

test('a session that another tab lost ends here unless the browser has another one', async () => {
  const auth = await open()
  auth.setUser(member)
  browser.cookie = 'has_session=second'
  hear({ data: { lost_epoch: 'first' } })
  expect(auth.getState().state).toBe('signed_in')
  expect(browser.cookie).toBe('has_session=second')
  hear({ data: { lost_epoch: 'second' } })
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: nobody })

  auth.setUser(member)
  // The other tab has removed the hint already.
  browser.cookie = ''
  hear({ data: { lost_epoch: 'second' } })
  expect(auth.getState().state).toBe('signed_out')
})

test.each([
  ['another member', says(200, member)],
  ['a refusal', problem(401, 'authentication_required')],
])('a check asks again if its session was replaced meanwhile: %s', async (_, answer) => {
  const other = { ...member, id: 8 }
  browser.answers = [
    () => {
      browser.cookie = 'has_session=second'
      return answer()
    },
    says(200, other),
  ]
  const auth = await open()
  expect(await auth.checkAuth()).toBe('member')
  expect(auth.getState().user.id).toBe(8)
  expect(posted).toEqual([other])
})

test('a late answer about the profile of an earlier member is ignored', async () => {
  const auth = await open()
  auth.setUser({ ...member, id: 8 })
  auth.updateUser(member)
  expect(auth.getState().user.id).toBe(8)
  auth.updateUser({ ...member, id: 8, username: '새이름' })
  expect(auth.getState().user.username).toBe('새이름')
  auth.clearUser()
  auth.updateUser({ ...member, id: 8 })
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: nobody })
})
