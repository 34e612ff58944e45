import { isStaffAccess, type Endpoint } from '#contract/core/endpoint.ts'
import { type ProblemCode } from '#contract/core/problem-codes.ts'
import { Problem } from '#contract/problem.ts'
import { expect } from 'vitest'
import type { Example } from '#test/examples/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { TestApp } from './test-app.ts'

/** Expects a problem response in the common form (RFC 9457). */
export async function expectProblemResponse(response: Response, code?: ProblemCode) {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = Problem.parse(await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.detail).toMatch(/[가-힣]/)
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  if (code) expect(problem).toMatchObject({ code })
  return problem
}

export const json = (value: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

export type Send = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Creates a client for the call of an example: signed in where the endpoint or the example requires it, else a
 * guest.
 */
export async function clientFor(
  world: TestApp,
  endpoint: Endpoint,
  example: Example,
): Promise<Send> {
  const init = { method: endpoint.method, ...(example.body ? json(example.body) : example.init) }
  const isStaff = isStaffAccess(endpoint.access) || example.as === 'staff'
  const needsMember = isStaff || endpoint.access === 'member' || endpoint.access === 'profile'
  if (!needsMember && !example.as) return (path, more) => world.fetch(path, { ...init, ...more })
  const { signed_in_ago } = example
  const member = await makeMember(world, {
    is_staff: isStaff,
    ...(signed_in_ago === undefined ? {} : { signed_in_ago }),
  })
  return (path, more) => member.fetch(path, { ...init, ...more })
}
