import type { DeviceSession } from '#contract/accounts/accounts.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { seenAfter } from './session-lifetimes.ts'
import { deleteMemberSessions } from './sessions.ts'
import { requireMember } from '../members.ts'

/** The list is limited; signing out all other devices also ends the sessions beyond the limit. */
const maxDevices = 100

/** Lists the active sessions of the member, last seen first (D-22). */
export async function listDevices(caller: RequestContext) {
  const { db, now, session, member } = requireMember(caller)
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'signed_in_at', 'last_seen_at'])
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .where('member_id', '=', member.id)
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', seenAfter(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDevices)
    .execute()
  const results = rows.map(({ count: _, signed_in_at, ...row }): DeviceSession => ({
    ...row,
    // Never null for a session with a member (check constraint).
    signed_in_at: signed_in_at ?? row.last_seen_at,
    is_current: row.id === session.id,
  }))
  return { count: rows[0]?.count ?? 0, results }
}

/** @throws ProblemError `not_found` if the session does not exist or belongs to another member (D-05). */
export async function signOutDevice(caller: RequestContext, id: number) {
  const { transact, session, member, cookie } = requireMember(caller)
  const { numDeletedRows } = await transact((tx) =>
    tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) throwProblem('not_found')
  if (id === session.id) cookie.take()
}

/** Ends all sessions of the member except the current one (D-22). */
export async function signOutOtherDevices(caller: RequestContext) {
  const { transact, session, member } = requireMember(caller)
  await transact((tx) => deleteMemberSessions(tx, member.id, session.id))
}
