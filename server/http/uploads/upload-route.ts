/**
 * `/api/studio/uploads/`: films on their way to us, by the tus protocol (1.0, https://tus.io/protocols/resumable-upload)
 * and ahead of all routing, because what bounds every other call (64 KiB, 30 s) is not for them. Instead: nothing is
 * taken in before it is known who sends it and that there is room; a line on which nothing comes is cut; and each
 * upload has one writer at a time.
 */
import type { FindSession } from '../auth/authenticate-request.ts'
import type { OriginSettings } from '../auth/origin-check.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Session } from '#server/api/request-context.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { requireStaff } from '#server/api/access-rules.ts'
import type { Logger } from '#server/shared/logger.ts'
import { toProblemError } from '../errors/problem-details.ts'
import { authenticateRequest } from '../auth/authenticate-request.ts'
import { requireSameOrigin } from '../auth/origin-check.ts'
import {
  uploadContext,
  type UploadContext,
  type Uploader,
  type UploadRegistry,
} from './upload-context.ts'
import { createUploadLocks } from './upload-locks.ts'
import { checksumAlgorithms, UploadStore } from './upload-store.ts'
import { Metadata, Server } from '@tus/server'
import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'

const root = '/api/studio/uploads'
const methods = ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE']
/** A line on which nothing has come for so long, in ms, is cut. */
const idle = 60_000
/** Room that an upload may not take: encoding needs some, and so does everything else. */
const reserve = 512 * 2 ** 20

/** What the studio is asked before and after. */
export type StudioUploadRegistry = UploadRegistry & {
  /** @throws Refusal `not_found` for one of somebody else's, `upload_ended` for one that is too old. */
  own(token: string, session: Session): Promise<{ ends_at: string }>
  begin(
    sender: Uploader,
    upload: { token: string; name: string; bytes: number; episode_id: number | null },
  ): Promise<{ ends_at: string }>
  /** Bytes that uploads under way are still to bring. */
  expected(): Promise<number>
}

export type UploadRoute = {
  takes(url: string): boolean
  /** @throws Refusal, where nothing was answered. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/** Takes films in; the head of this file says how that differs from other calls. */
export function createUploadRoute(parts: {
  /** Where locks are held. */
  url: string
  uploads_dir: string
  /** Bytes that a file may have. */
  max_bytes: number
  studio: StudioUploadRegistry
  origins: OriginSettings
  findSession: FindSession
  clock: Clock
  log: Logger
}): UploadRoute {
  const { studio, origins, max_bytes, log } = parts
  const locker = createUploadLocks(parts.url, log)
  const tus = new Server({
    path: root,
    relativeLocation: true,
    datastore: new UploadStore(studio),
    locker,
    maxSize: max_bytes,
    allowedOrigins: [],
    namingFunction: () => uploadContext.getStore()?.token ?? '',
    onUploadFinish: async (_request, upload) => {
      await studio.finish(upload.id)
      return {}
    },
    onResponseError: (_request, error) => {
      const refusal = toProblemError(error)
      if (!('status_code' in error) && refusal.code === 'internal_error')
        log.error({ error: { message: error.message, stack: error.stack } }, 'upload request')
      return undefined
    },
  })

  /** What is begun, or whose it is: before the protocol's server sees it. */
  async function prepare(request: IncomingMessage, sender: Uploader) {
    const [, token = ''] = /^\/api\/studio\/uploads\/([0-9a-f]{32})\/?$/.exec(pathOf(request)) ?? []
    if (request.method === 'OPTIONS') return undefined
    if (request.method !== 'POST') {
      if (!token) throwProblem('not_found')
      return { token, ...(await studio.own(token, sender.session)) }
    }
    if (!/^\/api\/studio\/uploads\/?$/.test(pathOf(request))) throwProblem('not_found')
    const bytes = lengthOf(request)
    if (bytes > max_bytes) throwProblem('upload_too_large')
    if (bytes === 0) throwProblem('upload_empty')
    const { bavail, bsize } = await roomBelow(parts.uploads_dir)
    if (bavail * bsize < bytes + (await studio.expected()) + reserve) throwProblem('no_room')
    const made = { token: randomBytes(16).toString('hex'), bytes, ...namesOf(request) }
    return { token: made.token, ...(await studio.begin(sender, made)), is_new: true }
  }

  return {
    takes: (url) => /^\/api\/studio\/uploads(?:[/?#]|$)/.test(url),
    async handle(request, response) {
      const method = request.method ?? ''
      if (!methods.includes(method)) throwProblem('method_not_allowed')
      if (method !== 'HEAD' && method !== 'OPTIONS') requireSameOrigin(request, origins)
      const { session, client } = await authenticateRequest(request, origins, parts.findSession)
      requireStaff(session, parts.clock.now())
      const sender = { session, client }
      const known = await prepare(request, sender)
      request.setTimeout(idle, () => request.destroy())
      const stop = new AbortController()
      const asked: UploadContext = { request, stop, token: known?.token, sender }
      const answer = await uploadContext.run(asked, () => tus.handleWeb(bare(request)))
      if (known && 'is_new' in known && !answer.ok) await studio.drop(known.token)
      const body = Buffer.from(await answer.arrayBuffer())
      if (response.destroyed) return
      response.statusCode = answer.status
      for (const [name, value] of answer.headers)
        if (!name.startsWith('access-control-')) response.setHeader(name, value)
      response.setHeader('cache-control', 'no-store')
      if (method === 'OPTIONS')
        response.setHeader('tus-checksum-algorithm', checksumAlgorithms.join(','))
      if (known) response.setHeader('upload-expires', new Date(known.ends_at).toUTCString())
      if (answer.status !== 204) response.setHeader('content-length', body.length)
      response.end(method === 'HEAD' ? undefined : body)
    },
    close: () => locker.close(),
  }
}

const pathOf = ({ url = '' }: IncomingMessage) => url.replace(/[?#].*$/s, '')

/** The request without its body, which the store reads for itself. */
function bare(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  const path = pathOf(request).replace(/\/$/, '')
  return new Request(`http://studio${path}`, { method: request.method ?? 'GET', headers })
}

/** @throws Refusal where a new upload does not say how long it is: nobody could say whether there is room. */
function lengthOf({ headers }: IncomingMessage): number {
  const given = headers['upload-length']
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given))
    throw new ProblemError('invalid_request', {
      fields: [{ field: 'Upload-Length', code: given === undefined ? 'required' : 'wrong_format' }],
    })
  return Number(given)
}

/** What whoever sends the file calls it, made one line, and the episode it is for. */
function namesOf({ headers }: IncomingMessage): { name: string; episode_id: number | null } {
  const given = headers['upload-metadata']
  let said: Record<string, string | null> = {}
  try {
    if (typeof given === 'string') said = Metadata.parse(given)
  } catch {
    throwProblem('invalid_request', {
      fields: [{ field: 'Upload-Metadata', code: 'wrong_format' }],
    })
  }
  const name = (said['filename'] ?? '')
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, 300)
    .toWellFormed()
  const episode = said['episode_id'] ?? ''
  return {
    name: name || 'film',
    episode_id: /^[1-9]\d{0,8}$/.test(episode) ? Number(episode) : null,
  }
}

/** The folder itself is made with its first file. */
async function roomBelow(folder: string) {
  for (let path = folder; ; path = path.replace(/\/[^/]*$/, '') || '/') {
    const room = await statfs(path).catch(() => undefined)
    if (room || path === '/') return room ?? { bavail: 0, bsize: 0 }
  }
}
