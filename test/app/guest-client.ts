import { accounts } from '#contract/accounts/accounts.ts'
import {
  buildPath,
  type EndpointResponse,
  type EndpointInput,
  type ParsedInput,
  type Endpoint,
} from '#contract/core/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { ProblemResponseError, type TestApp } from './test-app.ts'

/** A client that stores the session cookie, as a browser does. */
export type GuestClient = {
  /** `sid=…`, empty without a session. */
  cookie(): string
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointResponse<E>>
  /** Returns the problem of a call that must be refused. */
  refusal<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<Problem>
  fetch<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    headers?: Record<string, string>,
  ): Promise<Response>
}

/** Creates a client without a session, or with the given session cookie. */
export function createGuestClient(world: Pick<TestApp, 'fetch'>, cookie = ''): GuestClient {
  const browser: GuestClient = {
    cookie: () => cookie,
    async fetch(endpoint, input, headers = {}) {
      const { body } = input as { body?: unknown }
      const response = await world.fetch(buildPath(endpoint, input), {
        method: endpoint.method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
      })
      const setCookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='))
      if (setCookie) cookie = setCookie.startsWith('sid=;') ? '' : (setCookie.split(';')[0] ?? '')
      return response
    },
    async call(endpoint, input) {
      const response = await browser.fetch(endpoint, input)
      const text = await response.text()
      if (!response.ok) throw new ProblemResponseError(JSON.parse(text) as Problem)
      return (text ? JSON.parse(text) : null) as never
    },
    async refusal(endpoint, input) {
      const response = await browser.fetch(endpoint, input)
      if (response.ok) throw new Error(`${endpoint.path} was expected to fail: ${response.status}`)
      return (await response.json()) as Problem
    },
  }
  return browser
}

export const freshEmail = () => `${randomUUID().slice(0, 13)}@example.com`
export const freshPhone = () => `010${randomInt(10_000_000, 100_000_000)}`

/** Reads the last message sent to an address or number. */
export async function lastMessage(world: TestApp, recipient: string) {
  const { rows } = await world.pool.query<{ subject: string; text: string }>(
    'select subject, text from messages where recipient = $1 order by id desc limit 1',
    [recipient],
  )
  return rows[0]
}

/** Reads the six digits of the last code sent to an address or number; empty without a code. */
export async function codeFor(world: TestApp, recipient: string): Promise<string> {
  const message = await lastMessage(world, recipient)
  return message?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? ''
}

/** Returns a code that differs from `code`. */
export const otherCode = (code: string, by = 1) =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

export async function verifyEmail(world: TestApp, browser: GuestClient, email: string) {
  await browser.call(accounts.sendSignUpCode, { body: { email } })
  const code = await codeFor(world, email)
  return browser.call(accounts.confirmSignUpCode, { body: { email, code } })
}

export async function verifyPhone(world: TestApp, browser: GuestClient, phonenumber: string) {
  await browser.call(accounts.sendPhoneCode, { body: { phonenumber } })
  const code = await codeFor(world, phonenumber)
  return browser.call(accounts.confirmPhoneCode, { body: { phonenumber, code } })
}

type Form = ParsedInput<typeof accounts.signUp>['body']

/** A valid sign-up form. */
export function signUpForm(overrides: Partial<Form> = {}): Form {
  const password = overrides.password ?? 'a-lantern-in-the-rain'
  return {
    email: freshEmail(),
    username: '이새봄',
    phonenumber: freshPhone(),
    password,
    confirm_password: password,
    terms_of_service: true,
    privacy_policy: true,
    age_verification: true,
    marketing_info: false,
    ...overrides,
  }
}

/** Creates a client with a verified e-mail address and phone number, and the matching form. */
export async function createVerifiedGuest(world: TestApp, overrides: Partial<Form> = {}) {
  const browser = createGuestClient(world)
  const form = signUpForm(overrides)
  await verifyEmail(world, browser, form.email)
  await verifyPhone(world, browser, form.phonenumber)
  return { browser, form }
}
