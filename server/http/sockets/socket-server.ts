/**
 * The socket `/ws/watch-history/`: who may open it, what it takes in, and when it is closed. What is said on it goes
 * to the recorder of `watching`. `/ws/studio/` is the same for staff, who are told what changes and say nothing.
 *
 * A socket lives for hours and there are thousands of them: handlers are shared, nothing has a timer of its own.
 */
import { studioSocketPath } from '#contract/studio/events.ts'
import {
  WatchProgress,
  type WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { type Clock, elapsedBy } from '#server/shared/clock.ts'
import { metrics } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { requireStaff, secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { Session } from '#server/api/request-context.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import type { ProgressMove, ProgressRecorder, ProgressSource, StreamEnded } from './socket-ports.ts'
import { problemCopy } from '../errors/problem-details.copy.ts'
import { toProblem, toProblemError } from '../errors/problem-details.ts'
import { type FindSession, sessionToken } from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import { randomInt } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** D-48. Bounds of one socket. Times are in ms. */
const rules = {
  message_bytes: 1_024,
  messages: 20,
  messages_within: 10_000,
  /** One that goes on after it was told is closed. */
  messages_at_most: 40,
  sockets_of_member: 5,
  ping_every: 30_000,
  session_every: 60_000,
  /** What comes within it is told staff at once, and the same once. */
  news_gathered: 50,
  /** Of more at once, such as an import, staff is told that anything may have changed. */
  news_at_once: 100,
  /** Answers that somebody does not read. */
  unread_bytes: 16_384,
  closing: 2_000,
} as const

/** Looks that the sessions of all sockets are given at once. */
const looksAtOnce = 2

/** Counted up from a place of its own in every process, so that no two screens are taken for one. */
let lastScreen = randomInt(1, 2 ** 31) * 2 ** 20

/** One socket, and what is kept with it. */
class Line extends WebSocket implements ProgressSource {
  readonly id = ++lastScreen
  /** The lines it is one of: members', or staff's in the studio. */
  among = new Map<number, Line[]>()
  member_id = 0
  session_id = 0
  token = ''
  pending: ProgressSource['pending'] = undefined
  lives = true
  next_ping = 0
  next_look = 0
  messages = 0
  messages_since = 0

  answer(text: string) {
    if (this.readyState !== WebSocket.OPEN) return
    if (this.bufferedAmount > rules.unread_bytes) return this.terminate()
    this.send(text)
  }

  onSaved(episode_id: number, progress: number) {
    this.answer(`{"type":"saved","episode_id":${episode_id},"progress":${progress}}`)
  }

  onRejected({ code }: ProblemError) {
    const { detail } = problemCopy[code]
    this.answer(JSON.stringify({ type: 'error', code, detail } satisfies WatchSocketMessage))
  }

  /** It hears nothing until the database is back and has it. */
  onFailed() {
    return true
  }
}

const isOurs = (code: number) => Object.values<number>(socketCloseCodes).includes(code)

export type SocketServer = {
  /** Takes over a request to upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Whether a member has an open socket in this process. */
  hasMember(member_id: number): boolean
  /** Sends progress to the member's sockets other than the one it came from. */
  sendProgress(moves: readonly ProgressMove[]): void
  /** Sends the end of a stream to the member's sockets; each player compares the id with its own (D-46). */
  sendStreamEnded(ended: StreamEnded): void
  /** A notice of the channel `inquiry_answered`: the member's screens hear of it (D-70). */
  sendInquiryAnswered(notice: string): void
  /** A notice of the channel `studio_news`: all open pages of the studio hear of it. */
  sendStudioEvent(notice: string): void
  /** Notices of that channel went unheard: to open pages of the studio anything may have changed. */
  requestStudioResync(): void
  /** A notice of the channel `session_ended`. */
  closeSession(notice: string): void
  readonly count: number
  /** Takes no more, writes what was taken, and closes every socket with 1012. */
  close(): Promise<void>
}

/** The sockets of this process. `limits` counts what each says, and closes who says too much. */
export function createSocketServer(parts: {
  recorder: ProgressRecorder
  findSession: FindSession
  origins: OriginSettings
  limits: boolean
  /** Limits upgrades by address, also those that are refused. */
  address_limits: Pick<AddressLimits, 'spend'>
  clock: Clock
  log: Logger
}): SocketServer {
  const { recorder, origins, log } = parts
  const elapsed = elapsedBy(parts.clock)
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: Line,
    maxPayload: rules.message_bytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const lines = new Set<Line>()
  const byMember = new Map<number, Line[]>()
  const byStaff: typeof byMember = new Map()
  let closing = false

  /** What a path leads to. @throws Refusal for who may not go there. */
  function linesAt(path: string | undefined, session: Session | null): typeof byMember {
    if (path === studioSocketPath) {
      requireStaff(session, parts.clock.now())
      return byStaff
    }
    if (!session?.member) throw new ProblemError('authentication_required')
    return byMember
  }

  function isStillFor({ member_id, among }: Line, session: Session | null): boolean {
    if (session?.member?.id !== member_id) return false
    if (among !== byStaff) return true
    return session.member.is_staff && secondFactorValidUntil(session, parts.clock.now()) !== null
  }

  function hear(this: WebSocket, data: RawData, isBinary: boolean) {
    const line = this as Line
    if (closing || (parts.limits && isTooMuch(line))) return
    if (isBinary) return line.onRejected(new ProblemError('malformed_body'))
    let said: unknown
    try {
      // One buffer, as `ws` gives it unless told otherwise.
      said = JSON.parse((data as Buffer).toString())
    } catch {
      return line.onRejected(new ProblemError('malformed_body'))
    }
    const given = WatchProgress.safeParse(said)
    if (given.success && line.among === byMember) recorder.record(line.member_id, given.data, line)
    else line.onRejected(new ProblemError('invalid_request'))
  }

  /** Counts a message, and tells or closes who says too much. */
  function isTooMuch(line: Line): boolean {
    const now = elapsed()
    if (now - line.messages_since > rules.messages_within) {
      line.messages_since = now
      line.messages = 0
    }
    if (++line.messages <= rules.messages) return false
    if (line.messages > rules.messages_at_most) line.close(socketCloseCodes.too_many_messages)
    else line.onRejected(new ProblemError('rate_limited'))
    return true
  }

  function stillThere(this: WebSocket) {
    ;(this as Line).lives = true
  }

  function gone(this: WebSocket, code: number) {
    // Of those that anybody may send, what is none of ours is one.
    metrics.socket_closes.inc({ code: code < 1_016 || isOurs(code) ? code : 'other' })
    const line = this as Line
    lines.delete(line)
    const others = (line.among.get(line.member_id) ?? []).filter((one) => one !== line)
    if (others.length > 0) line.among.set(line.member_id, others)
    else line.among.delete(line.member_id)
  }

  /** Its `close` follows, with the reason: nothing more is to be done. */
  function fault() {}

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    socket.on('error', fault)
    try {
      parts.address_limits.spend(request, 'upgrade')
      const path = request.url?.replace(/\?.*$/, '').replace(/\/?$/, '/')
      if (path !== watchSocketPath && path !== studioSocketPath) throw new ProblemError('not_found')
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      requireSameOrigin(request, origins)
      const token = sessionToken(request, origins)
      const session = token ? await parts.findSession(token) : null
      const among = linesAt(path, session)
      if (!token || !session?.member) throw new ProblemError('authentication_required')
      const member_id = session.member.id
      const known = among.get(member_id) ?? []
      if (known.length >= rules.sockets_of_member)
        throw new ProblemError('rate_limited', { retry_after: rules.ping_every / 1_000 })
      if (closing) throw new ProblemError('service_unavailable', { retry_after: 1 })
      socket.off('error', fault)
      server.handleUpgrade(request, socket, head, (line) => {
        const now = performance.now()
        line.among = among
        line.member_id = member_id
        line.session_id = session.id
        line.token = token
        line.next_ping = now + rules.ping_every
        // After a restart all come at once: they need not all be looked at in one moment.
        line.next_look = now + rules.session_every * (0.5 + Math.random() / 2)
        lines.add(line)
        among.set(member_id, [...known, line])
        line.on('message', hear).on('pong', stillThere).on('close', gone).on('error', fault)
        if (among === byStaff) line.answer(newsMessage([]))
      })
    } catch (error) {
      refuseUpgrade(socket, toProblemError(error))
    }
  }

  const due: Line[] = []
  let looking = 0
  /** An outage is no reason to close a socket: it is looked at again next time. */
  async function look() {
    looking++
    for (let line = due.shift(); line; line = due.shift()) {
      if (line.readyState !== WebSocket.OPEN) continue
      await parts.findSession(line.token).then(
        (session) => {
          if (!isStillFor(line, session)) line.close(socketCloseCodes.session_ended)
        },
        (error: Error) => log.debug({ error: error.message }, 'socket session check failed'),
      )
    }
    looking--
  }

  function tend() {
    const now = performance.now()
    for (const line of lines) {
      if (now >= line.next_look) {
        line.next_look = now + rules.session_every
        due.push(line)
      }
      if (now < line.next_ping) continue
      line.next_ping = now + rules.ping_every
      if (!line.lives) {
        line.terminate()
        continue
      }
      line.lives = false
      line.ping()
    }
    while (looking < looksAtOnce && due.length > 0) void look()
  }
  const timer = setInterval(tend, 1_000)

  const news = new Set<string>()
  let telling: NodeJS.Timeout | undefined
  function tellNews() {
    telling = undefined
    const text = newsMessage(news.size > rules.news_at_once ? [] : news)
    news.clear()
    tellStaff(text)
  }
  function tellStaff(text: string) {
    for (const lines of byStaff.values()) for (const line of lines) line.answer(text)
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    hasMember: (member_id) => byMember.has(member_id),
    sendProgress(moves) {
      for (const { screen, member_id, ...move } of moves) {
        const heard = byMember.get(member_id)
        if (!heard) continue
        const others = heard.filter((line) => line.id !== screen)
        if (others.length === 0) continue
        const text = JSON.stringify({ type: 'progress', ...move } satisfies WatchSocketMessage)
        for (const line of others) line.answer(text)
      }
    },
    sendStreamEnded({ member_id, ...ended }) {
      const text = JSON.stringify({ type: 'stream_ended', ...ended } satisfies WatchSocketMessage)
      for (const line of byMember.get(member_id) ?? []) line.answer(text)
    },
    sendInquiryAnswered(notice) {
      const { member_id, inquiry_id } = JSON.parse(notice) as Record<string, number>
      const text = JSON.stringify({ type: 'inquiry_answered', inquiry_id })
      for (const line of byMember.get(member_id ?? 0) ?? []) line.answer(text)
    },
    sendStudioEvent(notice) {
      if (byStaff.size === 0) return
      news.add(notice)
      telling ??= setTimeout(tellNews, rules.news_gathered)
    },
    requestStudioResync: () => tellStaff(newsMessage([])),
    closeSession(notice) {
      const id = Number(notice)
      for (const line of lines)
        if (line.session_id === id) line.close(socketCloseCodes.session_ended)
    },
    get count() {
      return lines.size
    },
    async close() {
      closing = true
      clearInterval(timer)
      clearTimeout(telling)
      await recorder.drain()
      for (const line of lines) line.close(1012)
      const ends = performance.now() + rules.closing
      while (lines.size > 0 && performance.now() < ends) await pause(20)
      for (const line of lines) line.terminate()
      server.close()
    },
  }
}

/** Notices are JSON as they are heard. */
const newsMessage = (notices: Iterable<string>) => `{"news":[${[...notices].join()}]}`

/** Says no in HTTP, as any call would. */
function refuseUpgrade(socket: Duplex, refusal: ProblemError) {
  if (socket.destroyed) return
  const problem = toProblem(refusal, `socket-${(++lastScreen).toString(36)}`)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'content-type: application/problem+json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${problem.request_id}`,
    ...(refusal.retry_after === undefined ? [] : [`retry-after: ${refusal.retry_after}`]),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
