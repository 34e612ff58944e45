import { accounts } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember, scheduleDeletion, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { changeStaff } from './staff-commands.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const { studio, studio_analytics, studio_catalogue, studio_staff, studio_support } = endpoints

let app: TestApp
let owner: TestMember
beforeEach(async () => {
  app = await openTestApp()
  owner = await makeMember(app, { is_staff: true, username: '나소유' })
})
afterEach(() => app?.close())

const makeStaff = (staff_role: StaffRole) => makeMember(app, { is_staff: true, staff_role })

function setRole(
  actor: TestMember,
  target: { id: number },
  [from_role, role]: readonly [StaffRole, StaffRole],
) {
  const body = { role, from_role, reason: '맡은 일이 바뀌었어요' }
  return actor.call(studio_staff.setRole, { params: { id: target.id }, body })
}

const readWorks = (member: TestMember) => member.call(studio_catalogue.listWorks, { query: {} })

async function roles() {
  const { rows } = await app.pool.query<{ id: number; staff_role: StaffRole }>(
    'select id, staff_role from members where is_staff order by id',
  )
  return Object.fromEntries(rows.map(({ id, staff_role }) => [id, staff_role]))
}

describe('a role', () => {
  it('takes effect on the next request of a running session, in both directions', async () => {
    const staff = await makeStaff('analyst')
    await staff.call(studio_analytics.readOverview, {})
    await expect(readWorks(staff)).rejects.toMatchObject({
      problem: {
        code: 'staff_role_required',
        status: 403,
        roles: ['editor', 'owner'],
        detail: '이 일은 편집자, 소유자 역할만 할 수 있어요.',
      },
    })
    const changed = await setRole(owner, staff, ['analyst', 'editor'])
    expect(changed).toMatchObject({ id: staff.id, role: 'editor' })
    await readWorks(staff)
    await expect(staff.call(studio_analytics.readOverview, {})).rejects.toMatchObject({
      problem: { code: 'staff_role_required' },
    })
    expect(await staff.call(accounts.readMe, {})).toMatchObject({ staff_role: 'editor' })
  })

  it('is in the audit log with its reason', async () => {
    const staff = await makeStaff('support')
    await setRole(owner, staff, ['support', 'finance'])
    const { results } = await owner.call(studio.listAuditLog, { query: { kind: 'staff' } })
    expect(results).toMatchObject([
      {
        kind: 'staff.role_changed',
        staff_id: owner.id,
        subject_id: staff.id,
        before: { role: 'support' },
        after: { role: 'finance' },
        reason: '맡은 일이 바뀌었어요',
      },
    ])
  })

  it('cannot be changed by its holder, for a member who is not staff, or from an outdated one', async () => {
    const staff = await makeStaff('editor')
    const problem = (code: string) => ({ problem: { code } })
    await expect(setRole(owner, owner, ['owner', 'editor'])).rejects.toMatchObject(
      problem('own_role'),
    )
    await expect(setRole(owner, await makeMember(app), ['editor', 'owner'])).rejects.toMatchObject(
      problem('not_found'),
    )
    await expect(setRole(owner, staff, ['support', 'owner'])).rejects.toMatchObject(
      problem('conflict'),
    )
    expect(await roles()).toEqual({ [owner.id]: 'owner', [staff.id]: 'editor' })
  })

  it('decides on the assignment of inquiries', async () => {
    const support = await makeStaff('support')
    await makeStaff('editor')
    const assignable = await owner.call(studio_support.listStaff, {})
    expect(assignable.map(({ id }) => id)).toEqual([owner.id, support.id])
  })
})

describe('the last owner', () => {
  it('remains when two owners demote each other at the same time', async () => {
    const other = await makeStaff('owner')
    for (let round = 0; round < 5; round++) {
      await app.pool.query(`update members set staff_role = 'owner' where is_staff`)
      const results = await Promise.allSettled([
        setRole(owner, other, ['owner', 'editor']),
        setRole(other, owner, ['owner', 'editor']),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(Object.values(await roles()).sort()).toEqual(['editor', 'owner'])
    }
  })

  it('remains when two transactions demote the last two, whose rows each reads as before', async () => {
    const other = await makeStaff('owner')
    const [first, second] = [new pg.Client(app.url), new pg.Client(app.url)]
    await Promise.all([first.connect(), second.connect()])
    const demote = (client: pg.Client, { id }: { id: number }) =>
      client.query(`update members set staff_role = 'analyst' where id = $1`, [id])
    const waiting = () =>
      app.pool.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      )
    try {
      await first.query('begin')
      await demote(first, other)
      const refused = expect(demote(second, owner)).rejects.toMatchObject({
        constraint: 'staff_owner_required',
      })
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      await first.query('commit')
      await refused
    } finally {
      await Promise.all([first.end(), second.end()])
    }
    expect(await roles()).toEqual({ [owner.id]: 'owner', [other.id]: 'analyst' })
  })

  it('is neither dismissed nor demoted at the command line', async () => {
    const target = { email: owner.email, by: 'operator', site_url: app.origin }
    for (const command of [
      { what: 'dismiss' } as const,
      { what: 'appoint', role: 'editor' } as const,
    ])
      await expect(
        changeStaff(app.transact, { ...command, ...target }, app.clock.now()),
      ).rejects.toMatchObject({ code: 'last_owner' })
    expect(await roles()).toEqual({ [owner.id]: 'owner' })
  })

  it('cannot delete the account before another one is appointed', async () => {
    const staff = await makeStaff('editor')
    await expect(scheduleDeletion(owner)).rejects.toMatchObject({
      problem: { code: 'last_owner', status: 409 },
    })
    await setRole(owner, staff, ['editor', 'owner'])
    await scheduleDeletion(owner)
    // The other owner is about to delete the account.
    await expect(scheduleDeletion(staff)).rejects.toMatchObject({
      problem: { code: 'last_owner' },
    })
  })
})

describe('code of the previous version', () => {
  it('appoints owners and dismisses others by is_staff alone', async () => {
    const member = await makeMember(app)
    const set = (is_staff: boolean) =>
      app.pool.query('update members set is_staff = $2 where id = $1', [member.id, is_staff])
    await set(true)
    expect(await roles()).toEqual({ [owner.id]: 'owner', [member.id]: 'owner' })
    await set(false)
    expect(await roles()).toEqual({ [owner.id]: 'owner' })
  })
})
