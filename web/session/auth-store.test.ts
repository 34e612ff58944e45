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
  is_email_failing: false,
  is_phone_failing: false,
  is_staff: false,
  staff_role: null,
}
const anonymous: User = {
  ...member,
  id: null,
  email: '',
  username: '',
  phonenumber: '',
  event_point: 0,
}

/** The globals of a browser with one page, and the responses of the server. */
const browser = {
  cookie: 'has_session=1',
  responses: [] as (() => Promise<Response>)[],
  requests: 0,
}
const posted: unknown[] = []
let receiveMessage: (event: { data: User | { lost_epoch: string } | null }) => void = () =>
  undefined

beforeEach(() => {
  Object.assign(browser, { cookie: 'has_session=1', responses: [], requests: 0 })
  posted.length = 0
  vi.stubGlobal('document', browser)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: string, listener: typeof receiveMessage) {
        receiveMessage = listener
      }
      postMessage(data: unknown) {
        posted.push(data)
      }
    },
  )
  vi.stubGlobal('fetch', () => {
    browser.requests += 1
    return browser.responses.shift()?.()
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const loadAuthStore = async () => (await import('./auth-store.ts')).authStore
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  })
const respond = (status: number, body: object) => () => Promise.resolve(json(status, body))
const problem = (status: number, code: string) => respond(status, { status, code, errors: [] })

test('is unknown and empty before the first check', async () => {
  const auth = await loadAuthStore()
  expect(auth.getState()).toEqual({ state: 'unknown', checked: false, user: anonymous })
})

test.each([
  ['a member', respond(200, member), 'member', 'signed_in', true],
  ['a session without a member', respond(200, anonymous), 'no_member', 'signed_out', true],
  ['no session', problem(401, 'authentication_required'), 'signed_out', 'signed_out', true],
  ['not allowed', problem(403, 'forbidden'), 'signed_out', 'signed_out', true],
  ['an outage', problem(503, 'service_unavailable'), 'failed', 'failed', false],
  ['an internal error', problem(500, 'internal_error'), 'failed', 'failed', false],
  ['too many requests', problem(429, 'rate_limited'), 'failed', 'failed', false],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'failed', 'failed', false],
  [
    'a 401 without a problem document',
    () => Promise.resolve(new Response('<html>', { status: 401 })),
    'signed_out',
    'signed_out',
    true,
  ],
  [
    'a 403 without a problem document',
    () => Promise.resolve(new Response('', { status: 403 })),
    'signed_out',
    'signed_out',
    true,
  ],
] as const)('%s', async (_, response, result, state, checked) => {
  browser.responses = [response]
  const auth = await loadAuthStore()
  expect(await auth.checkAuth()).toBe(result)
  expect(auth.getState()).toMatchObject({ state, checked })
  expect(auth.getState().user).toEqual(state === 'signed_in' ? member : anonymous)
})

test('sends no request without a session hint, and removes the hint after a 401', async () => {
  browser.cookie = 'other=1; has_session_not=1'
  const auth = await loadAuthStore()
  expect(await auth.checkAuth()).toBe('signed_out')
  expect(browser.requests).toBe(0)

  browser.cookie = 'other=1; has_session=1'
  browser.responses = [problem(401, 'authentication_required')]
  await auth.checkAuth()
  expect(browser.cookie).toMatch(/^has_session=; .*Max-Age=0/)
})

test('repeats a failed check and shares one that is in progress', async () => {
  browser.responses = [problem(503, 'service_unavailable'), respond(200, member)]
  const auth = await loadAuthStore()
  await auth.checkAuth()
  expect(await Promise.all([auth.checkAuth(), auth.checkAuth()])).toEqual(['member', 'member'])
  expect(browser.requests).toBe(2)
})

test('keeps the member logged in during an outage', async () => {
  browser.responses = [respond(200, member), problem(503, 'service_unavailable')]
  const auth = await loadAuthStore()
  await auth.checkAuth()
  await auth.checkAuth()
  expect(auth.getState().state).toBe('signed_in')
})

test('ignores a response that was superseded by another tab', async () => {
  let resolveResponse: (response: Response) => void = () => undefined
  browser.responses = [() => new Promise((resolve) => (resolveResponse = resolve))]
  const auth = await loadAuthStore()
  const checking = auth.checkAuth()
  await expect.poll(() => browser.requests).toBe(1)
  // Logged out in another tab while the request was pending.
  receiveMessage({ data: null })
  resolveResponse(json(200, member))
  expect(await checking).toBe('superseded')
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: anonymous })
  expect(posted).toEqual([])
})

test('merges and clears the user and notifies other tabs', async () => {
  const auth = await loadAuthStore()
  auth.setUser(member)
  auth.setUser({ ...member, username: '새이름' })
  expect(auth.getState()).toMatchObject({ state: 'signed_in', user: { username: '새이름' } })
  auth.clearUser()
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: anonymous })
  expect(posted).toEqual([member, { ...member, username: '새이름' }, null])

  // Messages of other tabs are not repeated.
  receiveMessage({ data: member })
  expect(auth.getState().state).toBe('signed_in')
  expect(posted).toHaveLength(3)
})

test('a 401 to any request ends the session, an outage does not', async () => {
  const auth = await loadAuthStore()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  for (const [response, state] of [
    [problem(503, 'service_unavailable'), 'signed_in'],
    [problem(403, 'reauthentication_required'), 'signed_in'],
    [problem(401, 'authentication_required'), 'signed_out'],
  ] as const) {
    // The session is checked again before it ends.
    browser.responses = [response, response]
    await expect(call(accounts.listSessions, {})).rejects.toThrow()
    await expect.poll(() => auth.getState().state).toBe(state)
  }
})

test('a 401 to the token that a check has just replaced does not end the session', async () => {
  const auth = await loadAuthStore()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  let answerCheck: () => void = () => undefined
  browser.responses = [
    () =>
      new Promise((resolve) => {
        answerCheck = () => {
          browser.cookie = 'has_session=second'
          resolve(json(200, member))
        }
      }),
    problem(401, 'authentication_required'),
    respond(200, member),
  ]
  // The limit of the profile was changed on another device: the server replaces the token in its response to the check.
  const checking = auth.checkAuth()
  await expect.poll(() => browser.requests).toBe(1)
  await expect(call(accounts.listSessions, {})).rejects.toThrow()
  expect(auth.getState().state).toBe('signed_in')
  answerCheck()
  expect(await checking).toBe('member')
  expect(auth.getState().state).toBe('signed_in')
  expect(browser.cookie).toBe('has_session=second')
})

test('a 401 ends a session that a check in progress has found', async () => {
  const auth = await loadAuthStore()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  const unauthorized = problem(401, 'authentication_required')
  let answerCheck: (response: Response) => void = () => undefined
  browser.responses = [
    () => new Promise((resolve) => (answerCheck = resolve)),
    unauthorized,
    unauthorized,
  ]
  const checking = auth.checkAuth()
  await expect.poll(() => browser.requests).toBe(1)
  await expect(call(accounts.listSessions, {})).rejects.toThrow()
  answerCheck(json(200, member))
  await checking
  await expect.poll(() => auth.getState().state).toBe('signed_out')
  expect(browser.requests).toBe(3)
})

/** Delays the next response, a 401, until the returned function is called. */
function delayUnauthorized() {
  let resolveResponse: (response: Response) => void = () => undefined
  browser.responses = [() => new Promise((resolve) => (resolveResponse = resolve))]
  return () =>
    resolveResponse(json(401, { status: 401, code: 'authentication_required', errors: [] }))
}

test('a 401 to a request of an earlier session does not end the current one', async () => {
  const auth = await loadAuthStore()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  browser.cookie = ''
  const sendUnauthorized = delayUnauthorized()
  const request = call(accounts.listSessions, {})
  browser.cookie = 'has_session=first'
  auth.setUser(member)
  sendUnauthorized()
  await expect(request).rejects.toThrow()
  expect(auth.getState()).toMatchObject({ state: 'signed_in', user: { id: 7 } })
  expect(browser.cookie).toBe('has_session=first')
  expect(posted).toEqual([member])
})

test('a 401 to a request that began before the server replaced the session does not end it', async () => {
  const auth = await loadAuthStore()
  const { call } = await import('#web/api/client.ts')
  const { accounts } = await import('#contract/accounts/accounts.ts')
  auth.setUser(member)
  const sendUnauthorized = delayUnauthorized()
  const request = call(accounts.listSessions, {})
  // The password was changed, or a second factor verified: the page receives no message about it.
  browser.cookie = 'has_session=second'
  sendUnauthorized()
  await expect(request).rejects.toThrow()
  expect(auth.getState().state).toBe('signed_in')
  expect(browser.cookie).toBe('has_session=second')
})

test('a session that ended in another tab ends here unless the browser has another one', async () => {
  const auth = await loadAuthStore()
  auth.setUser(member)
  browser.cookie = 'has_session=second'
  receiveMessage({ data: { lost_epoch: 'first' } })
  expect(auth.getState().state).toBe('signed_in')
  expect(browser.cookie).toBe('has_session=second')
  receiveMessage({ data: { lost_epoch: 'second' } })
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: anonymous })

  auth.setUser(member)
  // The other tab has removed the hint already.
  browser.cookie = ''
  receiveMessage({ data: { lost_epoch: 'second' } })
  expect(auth.getState().state).toBe('signed_out')
})

test.each([
  ['another member', respond(200, member)],
  ['a 401', problem(401, 'authentication_required')],
])('repeats a check if the session was replaced during it: %s', async (_, respondToFirst) => {
  const other = { ...member, id: 8 }
  browser.responses = [
    () => {
      browser.cookie = 'has_session=second'
      return respondToFirst()
    },
    respond(200, other),
  ]
  const auth = await loadAuthStore()
  expect(await auth.checkAuth()).toBe('member')
  expect(auth.getState().user.id).toBe(8)
  expect(posted).toEqual([other])
})

test('ignores a late profile update of another member', async () => {
  const auth = await loadAuthStore()
  auth.setUser({ ...member, id: 8 })
  auth.updateUser(member)
  expect(auth.getState().user.id).toBe(8)
  auth.updateUser({ ...member, id: 8, username: '새이름' })
  expect(auth.getState().user.username).toBe('새이름')
  auth.clearUser()
  auth.updateUser({ ...member, id: 8 })
  expect(auth.getState()).toEqual({ state: 'signed_out', checked: true, user: anonymous })
})
