import type { StaffRole } from '#contract/core/staff-roles.ts'
import { socketCloseCodes } from '#contract/core/sockets.ts'
import { secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { Session } from '#server/api/request-context.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { FindSession } from '../auth/authenticate-request.ts'
import { type ClientSocket, rules, type SocketRegistry } from './client-socket.ts'
import { eventsMessage } from './studio-broadcast.ts'
import { WebSocket } from 'ws'

/** Session checks that run in parallel. */
const maxSessionChecks = 2

/** Closes sockets whose session has ended, and pings all, by one timer for thousands of sockets. */
export function startSocketMaintenance(
  sockets: SocketRegistry,
  { findSession, clock, log }: { findSession: FindSession; clock: Clock; log: Logger },
) {
  function isAuthorized({ member_id, registry }: ClientSocket, session: Session | null): boolean {
    if (session?.member?.id !== member_id) return false
    if (registry !== sockets.byStaff) return true
    return session.member.is_staff && secondFactorValidUntil(session, clock.now()) !== null
  }

  /** A socket with another role reads everything again, because it was sent only what the role before may read. */
  function applyRole(client: ClientSocket, role: StaffRole | null) {
    if (client.registry !== sockets.byStaff || client.staff_role === role) return
    client.staff_role = role
    client.sendText(eventsMessage([]))
  }

  const due: ClientSocket[] = []
  let runningChecks = 0
  /** After a database error the socket stays open and is checked again later. */
  async function checkSessions() {
    runningChecks++
    for (let client = due.shift(); client; client = due.shift()) {
      if (client.readyState !== WebSocket.OPEN) continue
      await findSession(client.token).then(
        (session) => {
          if (!isAuthorized(client, session)) client.close(socketCloseCodes.session_ended)
          else if ((session?.profile?.id ?? 0) !== client.profile_id) client.close(1012)
          else applyRole(client, session?.member?.staff_role ?? null)
        },
        (error: Error) => log.debug({ error: error.message }, 'socket session check failed'),
      )
    }
    runningChecks--
  }

  function maintain() {
    const now = performance.now()
    for (const client of sockets.all) {
      if (now >= client.next_session_check) {
        client.next_session_check = now + rules.session_check_every
        due.push(client)
      }
      if (now >= client.reconnect_at) client.close(1012)
      if (now < client.next_ping) continue
      client.next_ping = now + rules.ping_every
      if (!client.isAlive) {
        client.terminate()
        continue
      }
      client.isAlive = false
      client.ping()
    }
    while (runningChecks < maxSessionChecks && due.length > 0) void checkSessions()
  }
  const timer = setInterval(maintain, 1_000)

  return {
    /** Reads the role of a member of staff again; until then their sockets receive no events. */
    recheckStaff(member_id: number) {
      for (const client of sockets.byStaff.get(member_id) ?? []) {
        client.staff_role = null
        due.push(client)
      }
      if (due.length > 0 && runningChecks < maxSessionChecks) void checkSessions()
    },
    stop: () => clearInterval(timer),
  }
}
