import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { memoryLimits } from '#server/api/limits.ts'
import type { ProgressSource } from '#server/api/progress-port.ts'
import type { MemberSubscriptions } from '#server/api/server-module.ts'
import type { Session } from '#server/api/request-context.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { problemCopy } from '../errors/problem-details.copy.ts'
import { addTo, removeFrom } from './multi-map.ts'
import { randomInt } from 'node:crypto'
import { WebSocket } from 'ws'

/** Limits of one socket; times in ms. */
export const rules = {
  message_bytes: 1_024,
  messages_window: memoryLimits.socket_messages.seconds * 1_000,
  ping_every: 30_000,
  session_check_every: 60_000,
  /** Events within this time are sent as one message, without duplicates. */
  event_batch_delay: 50,
  /** More events than this, e.g. an import, are sent as a resync event. */
  max_events: 100,
  /** A socket with more unread outgoing bytes is terminated. */
  unread_bytes: 16_384,
  close_timeout: 2_000,
  /** Sockets that may have missed something connect again over this time. */
  reconnect_within: 30_000,
} as const

/** Random start per process, so that ids are unique across processes. */
let lastSocketId = randomInt(1, 2 ** 31) * 2 ** 20
export const nextSocketId = () => ++lastSocketId

/** A WebSocket with its session and timers. */
export class ClientSocket extends WebSocket implements ProgressSource {
  readonly id = nextSocketId()
  readonly is_player = true
  /** The registry that contains it: members or staff. */
  registry = new Map<number, ClientSocket[]>()
  member_id = 0
  /** The selected profile; 0 for a studio socket. */
  profile_id = 0
  /** The role of a studio socket; null until the session is read again after an event about its member. */
  staff_role: StaffRole | null = null
  session_id = 0
  token = ''
  pending: ProgressSource['pending'] = undefined
  isAlive = true
  next_ping = 0
  next_session_check = 0
  /** When the page is asked to connect again. */
  reconnect_at = Infinity
  messages = 0
  window_start = 0

  /** Sets the session of a socket that has opened. */
  bind(registry: Map<number, ClientSocket[]>, session: Session, token: string) {
    const now = performance.now()
    this.registry = registry
    this.member_id = session.member?.id ?? 0
    this.profile_id = session.profile?.id ?? 0
    this.staff_role = session.member?.staff_role ?? null
    this.session_id = session.id
    this.token = token
    this.next_ping = now + rules.ping_every
    // Spreads the session checks of sockets that reconnect together after a restart.
    this.next_session_check = now + rules.session_check_every * (0.5 + Math.random() / 2)
  }

  sendText(text: string) {
    if (this.readyState !== WebSocket.OPEN) return
    if (this.bufferedAmount > rules.unread_bytes) return this.terminate()
    this.send(text)
  }

  onSaved(episode_id: number, progress: number) {
    this.sendText(`{"type":"saved","episode_id":${episode_id},"progress":${progress}}`)
  }

  onRejected({ code }: ProblemError) {
    const { detail } = problemCopy[code]
    this.sendText(JSON.stringify({ type: 'error', code, detail } satisfies WatchSocketMessage))
  }

  /** Returns true: the recorder retries, and the client gets no message until the progress is saved. */
  onFailed() {
    return true
  }
}

/** Open sockets, by all that addresses them. */
export class SocketRegistry {
  private readonly subscriptions: MemberSubscriptions | undefined
  constructor(subscriptions?: MemberSubscriptions) {
    this.subscriptions = subscriptions
  }

  readonly all = new Set<ClientSocket>()
  readonly byMember = new Map<number, ClientSocket[]>()
  readonly byStaff = new Map<number, ClientSocket[]>()
  readonly byProfile = new Map<number, ClientSocket[]>()
  readonly bySession = new Map<number, ClientSocket[]>()

  add(client: ClientSocket) {
    this.all.add(client)
    const isFirst = client.registry === this.byMember && !this.byMember.has(client.member_id)
    if (isFirst) this.subscriptions?.follow(client.member_id)
    addTo(client.registry, client.member_id, client)
    addTo(this.bySession, client.session_id, client)
    if (client.registry === this.byMember) addTo(this.byProfile, client.profile_id, client)
  }

  remove(client: ClientSocket) {
    this.all.delete(client)
    removeFrom(client.registry, client.member_id, client)
    const isLast = client.registry === this.byMember && !this.byMember.has(client.member_id)
    if (isLast) this.subscriptions?.unfollow(client.member_id)
    removeFrom(this.bySession, client.session_id, client)
    if (client.registry === this.byMember) removeFrom(this.byProfile, client.profile_id, client)
  }
}
