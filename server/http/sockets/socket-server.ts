/**
 * WebSocket server: `/ws/watch-history/` takes progress from members and passes it to the recorder, `/ws/studio/` sends
 * studio events to staff.
 *
 * Sockets live for hours and in thousands, so handlers are shared and no socket has a timer of its own.
 */
import { addTo, removeFrom } from './multi-map.ts'
import { receivesStudioEvent, type StudioEvent, studioSocketPath } from '#contract/studio/events.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'
import {
  WatchProgress,
  type WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { type Clock, elapsedBy } from '#server/shared/clock.ts'
import { metrics } from '#server/shared/metrics.ts'
import { memoryLimits } from '#server/api/limits.ts'
import { parseJson } from '#server/api/parse-json.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { requireProfile, requireStaff, secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { ProgressRecorder, ProgressSource } from '#server/api/progress-port.ts'
import type { Session } from '#server/api/request-context.ts'
import type { Sockets } from '#server/api/server-module.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import { problemCopy } from '../errors/problem-details.copy.ts'
import { toProblemError } from '../errors/problem-details.ts'
import { rejectUpgrade } from './reject-upgrade.ts'
import { type FindSession, sessionToken } from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import { problemOfTarget } from '../request-target.ts'
import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Limits of one socket; times in ms. */
const rules = {
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
} as const

/** Session checks that run in parallel. */
const maxSessionChecks = 2

/** Random start per process, so that ids are unique across processes. */
let lastSocketId = randomInt(1, 2 ** 31) * 2 ** 20

/** A WebSocket with its session and timers. */
class ClientSocket extends WebSocket implements ProgressSource {
  readonly id = ++lastSocketId
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
  messages = 0
  window_start = 0

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

const isKnownCode = (code: number) => Object.values<number>(socketCloseCodes).includes(code)

export type SocketServer = Sockets & {
  /** Takes over an upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sends a resync event to all studio sockets after notifications were lost. */
  requestStudioResync(): void
  readonly count: number
  /** Rejects new sockets, saves pending progress, and closes every socket with 1012. */
  close(): Promise<void>
}

/** Creates the WebSocket server of this process. `limits` enables the limit on messages. */
export function createSocketServer(deps: {
  recorder: Pick<ProgressRecorder, 'record' | 'drain'>
  findSession: FindSession
  origins: OriginSettings
  limits: boolean
  /** Limits upgrades by address, including rejected ones. */
  address_limits: Pick<AddressLimits, 'spend'>
  clock: Clock
  log: Logger
}): SocketServer {
  const { recorder, origins, log } = deps
  const elapsed = elapsedBy(deps.clock)
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: ClientSocket,
    maxPayload: rules.message_bytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const clients = new Set<ClientSocket>()
  const byMember = new Map<number, ClientSocket[]>()
  const byStaff: typeof byMember = new Map()
  const byProfile: typeof byMember = new Map()
  const bySession: typeof byMember = new Map()
  let closing = false

  /** Returns the registry of a path. @throws ProblemError if the session has no access. */
  function registryOf(
    path: string | undefined,
    query: URLSearchParams,
    session: Session | null,
  ): typeof byMember {
    if (path === studioSocketPath) {
      requireStaff(session, deps.clock.now())
      return byStaff
    }
    if (!session?.member) throw new ProblemError('authentication_required')
    // Late progress of another profile must not be saved to this one.
    const { id } = requireProfile(session)
    if (query.has('profile') && query.get('profile') !== String(id))
      throw new ProblemError('profile_required')
    return byMember
  }

  function isAuthorized({ member_id, registry }: ClientSocket, session: Session | null): boolean {
    if (session?.member?.id !== member_id) return false
    if (registry !== byStaff) return true
    return session.member.is_staff && secondFactorValidUntil(session, deps.clock.now()) !== null
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    const client = this as ClientSocket
    if (closing || (deps.limits && exceedsLimit(client))) return
    if (isBinary) return client.onRejected(new ProblemError('malformed_body'))
    let json: unknown
    try {
      // A single Buffer: the default `binaryType` of `ws`.
      json = parseJson((data as Buffer).toString())
    } catch {
      return client.onRejected(new ProblemError('malformed_body'))
    }
    const progress = WatchProgress.safeParse(json)
    if (progress.success && client.registry === byMember)
      recorder.record(client.profile_id, progress.data, client)
    else client.onRejected(new ProblemError('invalid_request'))
  }

  /** Counts a frame; over the limit it sends an error, then closes the socket, and then destroys the connection. */
  function exceedsLimit(client: ClientSocket): boolean {
    const now = elapsed()
    if (now - client.window_start > rules.messages_window) {
      client.window_start = now
      client.messages = 0
    }
    const { times } = memoryLimits.socket_messages
    if (++client.messages <= times) return false
    // A client may go on sending while the socket closes.
    if (client.messages > 4 * times) client.terminate()
    else if (client.messages > 2 * times) client.close(socketCloseCodes.too_many_messages)
    else client.onRejected(new ProblemError('rate_limited'))
    return true
  }

  /** A pong that no ping asked for counts as a message. */
  function onPong(this: WebSocket) {
    const client = this as ClientSocket
    if (client.isAlive) onPing.call(client)
    client.isAlive = true
  }

  function onPing(this: WebSocket) {
    if (deps.limits) exceedsLimit(this as ClientSocket)
  }

  function onClose(this: WebSocket, code: number) {
    // Groups arbitrary codes as `other` to bound the label values.
    metrics.socket_closes.inc({ code: code < 1_016 || isKnownCode(code) ? code : 'other' })
    const client = this as ClientSocket
    clients.delete(client)
    removeFrom(client.registry, client.member_id, client)
    removeFrom(bySession, client.session_id, client)
    if (client.registry === byMember) removeFrom(byProfile, client.profile_id, client)
  }

  /** The `close` event follows with the code. */
  function ignoreError() {}

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', ignoreError)
    try {
      deps.address_limits.spend(request, 'upgrade')
      const targetProblem = problemOfTarget(request.url ?? '')
      if (targetProblem) throw new ProblemError(targetProblem)
      const [address, query] = request.url?.split('?') ?? []
      const path = address?.replace(/\/?$/, '/')
      if (path !== watchSocketPath && path !== studioSocketPath) throw new ProblemError('not_found')
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      requireSameOrigin(request, origins)
      const token = sessionToken(request, origins)
      const session = token ? await deps.findSession(token) : null
      const registry = registryOf(path, new URLSearchParams(query), session)
      if (!token || !session?.member) throw new ProblemError('authentication_required')
      const member_id = session.member.id
      const existing = registry.get(member_id) ?? []
      if (existing.length >= memoryLimits.sockets.times)
        throw new ProblemError('rate_limited', { retry_after: rules.ping_every / 1_000 })
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      socket.off('error', ignoreError)
      server.handleUpgrade(request, socket, head, (client) => {
        const now = performance.now()
        client.registry = registry
        client.member_id = member_id
        client.profile_id = session.profile?.id ?? 0
        client.staff_role = session.member?.staff_role ?? null
        client.session_id = session.id
        client.token = token
        client.next_ping = now + rules.ping_every
        // Spreads the session checks of sockets that reconnect together after a restart.
        client.next_session_check = now + rules.session_check_every * (0.5 + Math.random() / 2)
        clients.add(client)
        addTo(registry, member_id, client)
        addTo(bySession, client.session_id, client)
        if (registry === byMember) addTo(byProfile, client.profile_id, client)
        client
          .on('message', onMessage)
          .on('pong', onPong)
          .on('ping', onPing)
          .on('close', onClose)
          .on('error', ignoreError)
        if (registry === byStaff) client.sendText(eventsMessage([]))
      })
    } catch (error) {
      rejectUpgrade(socket, toProblemError(error), `socket-${(++lastSocketId).toString(36)}`)
    }
  }

  /** A socket with another role reads everything again, because it was sent only what the role before may read. */
  function applyRole(client: ClientSocket, role: StaffRole | null) {
    if (client.registry !== byStaff || client.staff_role === role) return
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
      await deps.findSession(client.token).then(
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
    for (const client of clients) {
      if (now >= client.next_session_check) {
        client.next_session_check = now + rules.session_check_every
        due.push(client)
      }
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

  const pendingEvents = new Set<string>()
  let broadcastTimer: NodeJS.Timeout | undefined
  /** Sends each event to the sockets whose role may read its subject. */
  function broadcastEvents() {
    broadcastTimer = undefined
    const events = [...pendingEvents].map((text) => ({
      text,
      event: JSON.parse(text) as StudioEvent,
    }))
    pendingEvents.clear()
    if (events.length > rules.max_events) return sendToStaff(eventsMessage([]))
    for (const clients of byStaff.values())
      for (const client of clients) {
        const { member_id: id, staff_role: role } = client
        const received = events.filter(({ event }) => receivesStudioEvent({ id, role }, event))
        if (received.length > 0) client.sendText(eventsMessage(received.map(({ text }) => text)))
      }
    for (const { event } of events)
      if (event.subject_kind === 'member') recheckStaff(event.subject_id ?? 0)
  }
  /** Reads the role of a member of staff again; until then their sockets receive no events. */
  function recheckStaff(member_id: number) {
    for (const client of byStaff.get(member_id) ?? []) {
      client.staff_role = null
      due.push(client)
    }
    if (due.length > 0 && runningChecks < maxSessionChecks) void checkSessions()
  }
  function sendToStaff(text: string) {
    for (const clients of byStaff.values()) for (const client of clients) client.sendText(text)
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    hasProfile: (profile_id) => byProfile.has(profile_id),
    sendToMember: (member_id, message) => sendTo(byMember.get(member_id), message),
    sendToProfile: (profile_id, message, except) =>
      sendTo(
        byProfile.get(profile_id)?.filter(({ id }) => id !== except),
        message,
      ),
    sendStudioEvent(event) {
      if (byStaff.size === 0) return
      pendingEvents.add(event)
      broadcastTimer ??= setTimeout(broadcastEvents, rules.event_batch_delay)
    },
    requestStudioResync: () => sendToStaff(eventsMessage([])),
    closeSession(session_id) {
      for (const client of bySession.get(session_id) ?? [])
        client.close(socketCloseCodes.session_ended)
    },
    reconnectSession(session_id) {
      for (const client of bySession.get(session_id) ?? []) client.close(1012)
    },
    get count() {
      return clients.size
    },
    async close() {
      closing = true
      clearInterval(timer)
      clearTimeout(broadcastTimer)
      await recorder.drain()
      for (const client of clients) client.close(1012)
      const deadline = performance.now() + rules.close_timeout
      while (clients.size > 0 && performance.now() < deadline) await pause(20)
      for (const client of clients) client.terminate()
      server.close()
    },
  }
}

function sendTo(recipients: readonly ClientSocket[] = [], message: WatchSocketMessage) {
  if (recipients.length === 0) return
  const text = JSON.stringify(message)
  for (const client of recipients) client.sendText(text)
}

/** Notifications are JSON already. */
const eventsMessage = (notices: Iterable<string>) => `{"news":[${[...notices].join()}]}`
