import type { StorageKey, Storage, StoredFile, ByteRange } from '#server/adapters/storage/index.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { matchesIfNoneMatch } from '../cache/content-negotiation.ts'

/** Larger files are streamed from storage; segments of two or four seconds are much smaller. */
const maxCachedBytes = 8 * 2 ** 20

type CachedFile = { body: Buffer; etag: string; used: number }

type FileHeaders = { type: string; caching: string; surrogate_key?: string | undefined }

/**
 * Serves immutable files, with recently used ones in memory within `limit` bytes: a buffer is sent three times as fast
 * as a file stream. The file under a key never changes, so cached files are not revalidated.
 */
export class FileCache {
  readonly #limit: number
  readonly #files = new Map<string, CachedFile>()
  readonly #loading = new Map<string, Promise<CachedFile | StoredFile | undefined>>()
  readonly #source: Pick<Storage, 'read' | 'stream'>
  #size = 0
  #useCount = 0

  constructor(limit: number, source: Pick<Storage, 'read' | 'stream'>) {
    this.#limit = limit
    this.#source = source
  }

  /** Called before a file that is not in memory is read. @throws ProblemError `rate_limited` */
  admitRead: (request: IncomingMessage) => void = () => {}

  get size(): number {
    return this.#size
  }

  /**
   * Responds with the file, or with the part that `Range` selects.
   * @returns false, with nothing written, if the file does not exist.
   * @throws StorageUnavailableError, with nothing written, if storage cannot be read.
   */
  async serve(
    name: StorageKey,
    request: IncomingMessage,
    response: ServerResponse,
    headers: FileHeaders,
  ): Promise<boolean> {
    const cached = this.#files.get(name)
    if (cached) {
      cached.used = ++this.#useCount
      sendBuffer(cached, request, response, headers)
      return true
    }
    this.admitRead(request)
    const loaded = await this.#load(name)
    if (!loaded) return false
    if ('used' in loaded) sendBuffer(loaded, request, response, headers)
    else await this.#sendStream(name, loaded, request, response, headers)
    return true
  }

  /** Evicts the files below `folder`, called when it is removed. */
  evict(folder: StorageKey): void {
    for (const [path, file] of this.#files) {
      if (!path.startsWith(`${folder}/`)) continue
      this.#files.delete(path)
      this.#size -= file.body.length
    }
  }

  #load(name: StorageKey): Promise<CachedFile | StoredFile | undefined> {
    let loading = this.#loading.get(name)
    if (!loading) {
      loading = this.#read(name).finally(() => this.#loading.delete(name))
      this.#loading.set(name, loading)
    }
    return loading
  }

  async #read(name: StorageKey): Promise<CachedFile | StoredFile | undefined> {
    const stored = await this.#source.read(name, Math.min(maxCachedBytes, this.#limit))
    if (!stored?.body) return stored
    const file = { body: stored.body, etag: stored.etag, used: ++this.#useCount }
    this.#files.set(name, file)
    this.#size += file.body.length
    if (this.#size > this.#limit) this.#evictOldest()
    return file
  }

  async #sendStream(
    name: StorageKey,
    { size, etag }: StoredFile,
    request: IncomingMessage,
    response: ServerResponse,
    headers: FileHeaders,
  ) {
    const part = writeRangeHead(size, etag, request, response, headers)
    if (!part) return
    const stream = await this.#source.stream(name, part === 'whole' ? undefined : part)
    // A client disconnect is not an error; after a storage failure the client requests the rest again.
    if (stream) await pipeline(stream, response).catch(() => {})
    else response.destroy()
  }

  #evictOldest(): void {
    for (const [path, file] of [...this.#files].sort(([, a], [, b]) => a.used - b.used)) {
      if (this.#size <= this.#limit * 0.9) return
      this.#files.delete(path)
      this.#size -= file.body.length
    }
  }
}

/** Parses a single range of `Range: bytes=…` (RFC 9110, 14.2); multiple ranges select the whole file. */
export function parseRange(
  range: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = range?.match(/^bytes=(\d*)-(\d*)$/i)
  if (!match || (!match[1] && !match[2])) return 'whole'
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]))
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (match[1] && match[2] && Number(match[2]) < Number(match[1])) return 'whole'
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}

function sendBuffer(
  file: CachedFile,
  request: IncomingMessage,
  response: ServerResponse,
  headers: FileHeaders,
) {
  const part = writeRangeHead(file.body.length, file.etag, request, response, headers)
  if (!part) return
  response.end(part === 'whole' ? file.body : file.body.subarray(part.start, part.end + 1))
}

/** Writes the head. Returns undefined if no body follows. */
function writeRangeHead(
  size: number,
  etag: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: FileHeaders,
): ByteRange | 'whole' | undefined {
  const lines = ['content-type', headers.type, 'cache-control', headers.caching, 'etag', etag]
  lines.push('accept-ranges', 'bytes')
  if (headers.surrogate_key) lines.push('surrogate-key', headers.surrogate_key)
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
    response.writeHead(304, lines).end()
    return undefined
  }
  const condition = request.headers['if-range']
  // Range applies to GET only (RFC 9110, 14.2), and only if If-Range matches this file.
  const acceptsRange = request.method === 'GET' && (!condition || condition === etag)
  const part = parseRange(acceptsRange ? request.headers.range : undefined, size)
  if (part === 'unsatisfiable') {
    response
      .writeHead(416, [...lines, 'content-range', `bytes */${size}`, 'content-length', '0'])
      .end()
    return undefined
  }
  if (part === 'whole') response.writeHead(200, [...lines, 'content-length', String(size)])
  else {
    const contentRange = `bytes ${part.start}-${part.end}/${size}`
    lines.push('content-length', String(part.end - part.start + 1), 'content-range', contentRange)
    response.writeHead(206, lines)
  }
  if (request.method !== 'HEAD') return part
  response.end()
  return undefined
}
