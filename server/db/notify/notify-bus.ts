import type { MemberBus, MemberNotice } from '#server/shared/ports/member-bus.ts'
import { countEvent } from '#server/shared/event-counts.ts'
import type pg from 'pg'

/** The NOTIFY channel of notices to members. */
export const memberNoticesChannel = 'member_notices'

/** A payload of NOTIFY has fewer than 8,000 bytes. */
const maxPayloadBytes = 7_900
/** Notices that wait for a connection; above it the oldest are dropped. */
const maxWaiting = 100_000

// Nothing is written, so the commit need not wait for the disk: notifying commits wait for each other.
const statement = `select set_config('synchronous_commit', 'off', true), pg_notify('${memberNoticesChannel}', payload)
  from unnest($1::text[]) as payload`

/** Sends notices by NOTIFY to every server, in one statement at a time with all that have come in meanwhile. */
export function createNotifyBus(pool: pg.Pool): MemberBus {
  let waiting: MemberNotice[] = []
  let sending: Promise<void> | undefined

  async function sendWaiting() {
    while (waiting.length > 0) {
      const notices = waiting
      waiting = []
      await pool
        .query(statement, [serializeNotices(notices)])
        .catch(() => countEvent('notices_lost', 'database', notices.length))
    }
    sending = undefined
  }

  return {
    send(notices) {
      waiting.push(...notices)
      const surplus = waiting.length - maxWaiting
      if (surplus > 0) countEvent('notices_lost', 'database', waiting.splice(0, surplus).length)
      sending ??= sendWaiting()
    },
    async stop() {
      await sending
    },
  }
}

/** Joins notices, one a line, to payloads of NOTIFY. */
export function serializeNotices(notices: readonly MemberNotice[]): string[] {
  const payloads: string[] = []
  let [lines, bytes] = [[] as string[], 0]
  for (const { member_id, channel, data } of notices) {
    const line = `${member_id} ${channel} ${JSON.stringify(data)}`
    const length = Buffer.byteLength(line) + 1
    if (bytes + length > maxPayloadBytes && lines.length > 0) {
      payloads.push(lines.join('\n'))
      ;[lines, bytes] = [[], 0]
    }
    lines.push(line)
    bytes += length
  }
  if (lines.length > 0) payloads.push(lines.join('\n'))
  return payloads
}

/** @param isFollowed selects the members to return; most have no socket in this process */
export function parseNotices(
  payload: string,
  isFollowed: (member_id: number) => boolean,
): MemberNotice[] {
  const notices: MemberNotice[] = []
  for (const line of payload.split('\n')) {
    // `parseInt` stops at the first space.
    const member_id = Number.parseInt(line, 10)
    if (!isFollowed(member_id)) continue
    const [, channel = ''] = line.split(' ', 2)
    const data: unknown = JSON.parse(line.slice(`${member_id} ${channel} `.length))
    notices.push({ member_id, channel, data })
  }
  return notices
}
