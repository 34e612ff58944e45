import { isStaffAccess } from '#contract/core/endpoint.ts'
import { hasStaffAccess, staffRoles, studioAccess } from '#contract/core/staff-roles.ts'
import { uploadPath } from '#contract/media/staff.ts'
import { expectProblemResponse, json } from '#test/app/example-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesOf } from './calls.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** The unknown query field refuses a permitted request after the check of the role, before its handler. */
const withUnknownField = (path: string) => `${path}${path.includes('?') ? '&' : '?'}nonsense=1`

const staffCases = casesOf().flatMap(({ name, endpoint, example }) => {
  const { access } = endpoint
  if (!isStaffAccess(access)) return []
  const { headers = {}, body = null } = example.body ? json(example.body) : (example.init ?? {})
  const init = { method: endpoint.method, headers, body }
  return [{ name, access, path: withUnknownField(example.path), init }]
})

describe.each(staffRoles)('staff of the role %s', (role) => {
  it('make the calls that name the role and no other', async () => {
    const staff = await makeMember(app, { is_staff: true, staff_role: role })
    const uploads = {
      name: 'uploads',
      access: studioAccess.catalogue,
      path: uploadPath,
      init: { method: 'POST', headers: {}, body: null },
    }
    const outcomes: Record<string, boolean> = {}
    const declared: Record<string, boolean> = {}
    for (const { name, access, path, init } of [...staffCases, uploads]) {
      const response = await staff.fetch(path, init)
      const { code } = await expectProblemResponse(response)
      const isPermitted = code !== 'staff_role_required'
      expect(isPermitted ? [400, 415] : [403], name).toContain(response.status)
      outcomes[name] = isPermitted
      declared[name] = hasStaffAccess(access, role)
    }
    expect(Object.keys(outcomes).length).toBeGreaterThan(80)
    expect(outcomes).toEqual(declared)
  })
})

it('permits every call to owners and only reading to analysts', () => {
  expect(staffCases.filter(({ access }) => !hasStaffAccess(access, 'owner'))).toEqual([])
  const ofAnalysts = staffCases.filter(({ access }) => hasStaffAccess(access, 'analyst'))
  expect(ofAnalysts.map(({ name }) => name)).toContain('studio_analytics.readOverview')
  expect(ofAnalysts.filter(({ init }) => init.method !== 'GET')).toEqual([])
})
