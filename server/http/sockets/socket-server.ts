/**
 * WebSocket server: `/ws/watch-history/` takes progress from members and passes it to the recorder, `/ws/studio/` sends
 * studio events to staff.
 *
 * Sockets live for hours and in thousands, so handlers are shared and no socket has a timer of its own.
 */
import { socketCloseCodes, studioSocketPath, watchSocketPath } from '#contract/core/sockets.ts'
import { WatchProgress, type WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { type Clock, elapsedBy } from '#server/shared/clock.ts'
import { metrics } from '#server/shared/metrics.ts'
import { memoryLimits } from '#server/api/limits.ts'
import { parseJson } from '#server/api/parse-json.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { requireProfile, requireStaff } from '#server/api/access-rules.ts'
import type { ProgressRecorder } from '#server/api/progress-port.ts'
import type { Session } from '#server/api/request-context.ts'
import type { MemberSubscriptions, Sockets } from '#server/api/server-module.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import { toProblemError } from '../errors/problem-details.ts'
import { ClientSocket, nextSocketId, rules, SocketRegistry } from './client-socket.ts'
import { rejectUpgrade } from './reject-upgrade.ts'
import { startSocketMaintenance } from './socket-maintenance.ts'
import { createStudioBroadcast, eventsMessage } from './studio-broadcast.ts'
import { type FindSession, sessionToken } from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import { problemOfTarget } from '../request-target.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'

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

type Dependencies = {
  recorder: Pick<ProgressRecorder, 'record' | 'leave' | 'drain'>
  findSession: FindSession
  origins: OriginSettings
  limits: boolean
  /** Limits upgrades by address, including rejected ones. */
  address_limits: Pick<AddressLimits, 'spend'>
  /** Follows the members who have sockets here. */
  subscriptions?: MemberSubscriptions | undefined
  clock: Clock
  log: Logger
}

/** Creates the WebSocket server of this process. `limits` enables the limit on messages. */
export function createSocketServer(deps: Dependencies): SocketServer {
  const { recorder, origins } = deps
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: ClientSocket,
    maxPayload: rules.message_bytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new SocketRegistry(deps.subscriptions)
  const maintenance = startSocketMaintenance(sockets, deps)
  const broadcast = createStudioBroadcast(sockets, maintenance.recheckStaff)
  let closing = false
  const addHandlers = createSocketHandlers(sockets, deps, () => closing)

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', ignoreError)
    try {
      await deps.address_limits.spend(request, 'upgrade')
      const { path, query } = addressOf(request)
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      requireSameOrigin(request, origins)
      const token = sessionToken(request, origins)
      const session = token ? await deps.findSession(token) : null
      const registry = registryOf(sockets, { path, query }, session, deps.clock.now())
      if (!token || !session?.member) throw new ProblemError('authentication_required')
      const existing = registry.get(session.member.id) ?? []
      if (existing.length >= memoryLimits.sockets.times)
        throw new ProblemError('rate_limited', { retry_after: rules.ping_every / 1_000 })
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      socket.off('error', ignoreError)
      server.handleUpgrade(request, socket, head, (client) => {
        client.bind(registry, session, token)
        sockets.add(client)
        addHandlers(client)
        if (registry === sockets.byStaff) client.sendText(eventsMessage([]))
      })
    } catch (error) {
      rejectUpgrade(socket, toProblemError(error), `socket-${nextSocketId().toString(36)}`)
    }
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    hasMember: (member_id) => sockets.byMember.has(member_id),
    sendToMember: (member_id, message) => sendTo(sockets.byMember.get(member_id), message),
    sendToProfile: (profile_id, message, except) =>
      sendTo(
        sockets.byProfile.get(profile_id)?.filter(({ id }) => id !== except),
        message,
      ),
    sendStudioEvent: broadcast.send,
    requestStudioResync: broadcast.requestResync,
    closeSession(session_id) {
      for (const client of sockets.bySession.get(session_id) ?? [])
        client.close(socketCloseCodes.session_ended)
    },
    reconnectMembers() {
      const now = performance.now()
      for (const clients of sockets.byMember.values())
        for (const client of clients)
          client.reconnect_at = now + Math.random() * rules.reconnect_within
    },
    reconnectSession(session_id) {
      for (const client of sockets.bySession.get(session_id) ?? []) client.close(1012)
    },
    get count() {
      return sockets.all.size
    },
    async close() {
      closing = true
      maintenance.stop()
      broadcast.stop()
      await recorder.drain()
      for (const client of sockets.all) client.close(1012)
      const deadline = performance.now() + rules.close_timeout
      while (sockets.all.size > 0 && performance.now() < deadline) await pause(20)
      for (const client of sockets.all) client.terminate()
      server.close()
    },
  }
}

/** Handlers of all sockets: no socket has functions of its own. */
function createSocketHandlers(
  sockets: SocketRegistry,
  deps: Dependencies,
  isClosing: () => boolean,
) {
  const elapsed = elapsedBy(deps.clock)
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

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    const client = this as ClientSocket
    if (isClosing() || (deps.limits && exceedsLimit(client))) return
    if (isBinary) return client.onRejected(new ProblemError('malformed_body'))
    let json: unknown
    try {
      // A single Buffer: the default `binaryType` of `ws`.
      json = parseJson((data as Buffer).toString())
    } catch {
      return client.onRejected(new ProblemError('malformed_body'))
    }
    const progress = WatchProgress.safeParse(json)
    if (progress.success && client.registry === sockets.byMember)
      deps.recorder.record(client.profile_id, progress.data, client)
    else client.onRejected(new ProblemError('invalid_request'))
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
    sockets.remove(this as ClientSocket)
    deps.recorder.leave(this as ClientSocket)
  }

  return (client: ClientSocket) =>
    client
      .on('message', onMessage)
      .on('pong', onPong)
      .on('ping', onPing)
      .on('close', onClose)
      .on('error', ignoreError)
}

/** The `close` event follows with the code. */
function ignoreError() {}

/** @throws ProblemError for an invalid address and one without sockets */
function addressOf({ url = '' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const targetProblem = problemOfTarget(url)
  if (targetProblem) throw new ProblemError(targetProblem)
  const [address = '', query] = url.split('?')
  const path = address.replace(/\/?$/, '/')
  if (path !== watchSocketPath && path !== studioSocketPath) throw new ProblemError('not_found')
  return { path, query: new URLSearchParams(query) }
}

/** Returns the registry of a path. @throws ProblemError if the session has no access. */
function registryOf(
  { byMember, byStaff }: SocketRegistry,
  { path, query }: { path: string; query: URLSearchParams },
  session: Session | null,
  now: Date,
): SocketRegistry['byMember'] {
  if (path === studioSocketPath) {
    requireStaff(session, now)
    return byStaff
  }
  if (!session?.member) throw new ProblemError('authentication_required')
  // Late progress of another profile must not be saved to this one.
  const { id } = requireProfile(session)
  if (query.has('profile') && query.get('profile') !== String(id))
    throw new ProblemError('profile_required')
  return byMember
}

function sendTo(recipients: readonly ClientSocket[] = [], message: WatchSocketMessage) {
  if (recipients.length === 0) return
  const text = JSON.stringify(message)
  for (const client of recipients) client.sendText(text)
}
