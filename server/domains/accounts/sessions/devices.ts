import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { deleteMemberSession, deleteMemberSessions, findActiveSessions } from './session-queries.ts'
import { requireMember } from '../members.ts'

/** Lists the active sessions of the member, last seen first (D-22). */
export async function listDevices(caller: RequestContext) {
  const { db, now, session, member } = requireMember(caller)
  const { count, sessions } = await findActiveSessions(db, member.id, now)
  return { count, results: sessions.map((row) => ({ ...row, is_current: row.id === session.id })) }
}

/** @throws ProblemError `not_found` if the session does not exist or belongs to another member (D-05). */
export async function signOutDevice(caller: RequestContext, id: number) {
  const { transact, session, member, cookie } = requireMember(caller)
  if (!(await transact((tx) => deleteMemberSession(tx, member.id, id)))) throwProblem('not_found')
  if (id === session.id) cookie.take()
}

/** Ends all sessions of the member except the current one (D-22). */
export async function signOutOtherDevices(caller: RequestContext) {
  const { transact, session, member } = requireMember(caller)
  await transact((tx) => deleteMemberSessions(tx, member.id, session.id))
}
