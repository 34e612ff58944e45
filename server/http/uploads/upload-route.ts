/**
 * `/api/studio/uploads/`: film uploads by the tus protocol (1.0, https://tus.io/protocols/resumable-upload). Handled
 * before routing, because the limits of other calls (64 KiB, 30 s) do not apply. Instead, the session and free space
 * are checked before any body is read, idle connections are destroyed, and each upload has one writer at a time.
 */
import { normalizeText } from '#contract/core/characters.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { authenticateRequest, type FindSession } from '../auth/authenticate-request.ts'
import { type OriginSettings, requireSameOrigin } from '../auth/origin-check.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Session, Uploader } from '#server/api/request-context.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { requireStaff } from '#server/api/access-rules.ts'
import type { Logger } from '#server/shared/logger.ts'
import { toProblemError } from '../errors/problem-details.ts'
import {
  checksumAlgorithms,
  type UploadContext,
  uploadContext,
  type UploadRegistry,
  UploadStore,
} from './upload-store.ts'
import { createUploadLocks } from './upload-locks.ts'
import { Metadata, Server } from '@tus/server'
import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'

const root = '/api/studio/uploads'
const methods = ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE']
/** Idle timeout of an upload connection in ms. */
const idleTimeoutMs = 60_000
/** Disk space that uploads must leave free, for encoding among other things. */
const reservedBytes = 512 * 2 ** 20

/** Registry operations that the media domain adds. */
type StudioUploadRegistry = UploadRegistry & {
  /**
   * @param writer the page that sends the upload from now on
   * @throws ProblemError `not_found` for an upload of another member, `upload_expired` for an expired one.
   */
  own(token: string, session: Session, writer?: string): Promise<{ expires_at: string }>
  begin(
    sender: Uploader,
    upload: {
      token: string
      name: string
      bytes: number
      episode_id: number | null
      trailer_of: number | null
      writer: string | null
    },
  ): Promise<{ expires_at: string }>
  /** Of `available` bytes, those that a new upload of this member must leave to uploads that are being sent. */
  reserved(session: Session, available: number): Promise<number>
}

export type UploadRoute = {
  takes(url: string): boolean
  /** @throws ProblemError if no response was written. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

type Dependencies = {
  /** Database URL of the advisory locks. */
  url: string
  uploads_dir: string
  /** Maximum size of a file in bytes. */
  max_bytes: number
  studio: StudioUploadRegistry
  origins: OriginSettings
  findSession: FindSession
  clock: Clock
  log: Logger
}

/** Creates the upload handler; see the top of this file. */
export function createUploadRoute(deps: Dependencies): UploadRoute {
  const { studio, origins, log } = deps
  const locker = createUploadLocks(deps.url, log)
  const tus = new Server({
    path: root,
    relativeLocation: true,
    datastore: new UploadStore(studio),
    locker,
    maxSize: deps.max_bytes,
    allowedOrigins: [],
    namingFunction: () => uploadContext.getStore()?.token ?? '',
    onUploadFinish: async (_request, upload) => {
      await studio.finish(upload.id)
      return {}
    },
    onResponseError: (_request, error) => {
      const problem = toProblemError(error)
      if (!('status_code' in error) && problem.code === 'internal_error')
        log.error({ error: { message: error.message, stack: error.stack } }, 'upload request')
      return undefined
    },
  })

  const prepare = createUploadPreparer(deps)

  return {
    takes: (url) => /^\/api\/studio\/uploads(?:[/?#]|$)/.test(url),
    async handle(request, response) {
      const method = request.method ?? ''
      if (!methods.includes(method)) throwProblem('method_not_allowed')
      if (method !== 'HEAD' && method !== 'OPTIONS') requireSameOrigin(request, origins)
      const { session, client } = await authenticateRequest(request, origins, deps.findSession)
      requireStaff(session, deps.clock.now(), studioAccess.catalogue)
      const sender = { session, client }
      const upload = await prepare(request, sender)
      request.setTimeout(idleTimeoutMs, () => request.destroy())
      const stop = new AbortController()
      const context: UploadContext = { request, stop, token: upload?.token, sender }
      const tusResponse = await uploadContext.run(context, () =>
        tus.handleWeb(withoutBody(request)),
      )
      if (upload && 'is_new' in upload && !tusResponse.ok) await studio.drop(upload.token)
      const body = Buffer.from(await tusResponse.arrayBuffer())
      if (response.destroyed) return
      response.statusCode = tusResponse.status
      for (const [name, value] of tusResponse.headers)
        if (!name.startsWith('access-control-')) response.setHeader(name, value)
      response.setHeader('cache-control', 'no-store')
      if (method === 'OPTIONS')
        response.setHeader('tus-checksum-algorithm', checksumAlgorithms.join(','))
      if (upload) response.setHeader('upload-expires', new Date(upload.expires_at).toUTCString())
      if (tusResponse.status !== 204) response.setHeader('content-length', body.length)
      response.end(method === 'HEAD' ? undefined : body)
    },
    close: () => locker.close(),
  }
}

/** Creates the step before the tus server handles a request: it checks space and owner, and begins an upload. */
function createUploadPreparer({ studio, uploads_dir, max_bytes }: Dependencies) {
  async function availableBytes(): Promise<number> {
    const { bavail, bsize } = await freeSpace(uploads_dir)
    return bavail * bsize - reservedBytes
  }

  return async function prepare(request: IncomingMessage, sender: Uploader) {
    const [, token = ''] = /^\/api\/studio\/uploads\/([0-9a-f]{32})\/?$/.exec(pathOf(request)) ?? []
    if (request.method === 'OPTIONS') return undefined
    if (request.method !== 'POST') {
      if (!token) throwProblem('not_found')
      const { bytes, writer } = { bytes: contentLengthOf(request), writer: writerOf(request) }
      if ((await availableBytes()) < bytes) throwProblem('insufficient_storage')
      return { token, ...(await studio.own(token, sender.session, writer)) }
    }
    if (!/^\/api\/studio\/uploads\/?$/.test(pathOf(request))) throwProblem('not_found')
    const bytes = lengthOf(request)
    if (bytes > max_bytes) throwProblem('upload_too_large')
    if (bytes === 0) throwProblem('upload_empty')
    const available = await availableBytes()
    if (available < bytes + (await studio.reserved(sender.session, available)))
      throwProblem('insufficient_storage')
    const newUpload = {
      token: randomBytes(16).toString('hex'),
      bytes,
      writer: writerOf(request) ?? null,
      ...metadataOf(request),
    }
    return { token: newUpload.token, ...(await studio.begin(sender, newUpload)), is_new: true }
  }
}

const pathOf = ({ url = '' }: IncomingMessage) => url.replace(/[?#].*$/s, '')

/** The request without its body, which the store reads itself. */
function withoutBody(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  const path = pathOf(request).replace(/\/$/, '')
  return new Request(`http://studio${path}`, { method: request.method ?? 'GET', headers })
}

/** @throws ProblemError if a new upload has no valid length, without which free space cannot be checked. */
function lengthOf({ headers }: IncomingMessage): number {
  const header = headers['upload-length']
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw new ProblemError('invalid_request', {
      fields: [
        { field: 'Upload-Length', code: header === undefined ? 'required' : 'invalid_format' },
      ],
    })
  return Number(header)
}

/** Bytes of a chunk, 0 where none are announced; the write then fails when the disk is full. */
const contentLengthOf = ({ method, headers }: IncomingMessage): number =>
  method === 'PATCH' ? Number(headers['content-length'] ?? 0) : 0

/** The page that sends the request, by a random id of its own. */
function writerOf({ headers }: IncomingMessage): string | undefined {
  const writer = headers['upload-writer']
  return typeof writer === 'string' && /^[\w-]{1,64}$/.test(writer) ? writer : undefined
}

/** Returns the file name from the metadata as a single line, and the target: an episode, or the work whose trailer it is. */
function metadataOf({ headers }: IncomingMessage) {
  const header = headers['upload-metadata']
  let metadata: Record<string, string | null> = {}
  try {
    if (typeof header === 'string') metadata = Metadata.parse(header)
  } catch {
    throwProblem('invalid_request', {
      fields: [{ field: 'Upload-Metadata', code: 'invalid_format' }],
    })
  }
  const name = normalizeText((metadata['filename'] ?? '').toWellFormed())
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
  const idOf = (text: string | null | undefined) =>
    text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
  return {
    name: name || 'film',
    episode_id: idOf(metadata['episode_id']),
    trailer_of: idOf(metadata['trailer_of']),
  }
}

/** The folder itself is created with its first file. */
async function freeSpace(folder: string) {
  for (let path = folder; ; path = path.replace(/\/[^/]*$/, '') || '/') {
    const room = await statfs(path).catch(() => undefined)
    if (room || path === '/') return room ?? { bavail: 0, bsize: 0 }
  }
}
