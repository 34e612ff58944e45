import type { StorageKey, Storage, StoredFile, ByteRange } from '#server/adapters/storage/index.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { matchesIfNoneMatch } from '../cache/content-negotiation.ts'

/** Larger files are streamed from where they lie; a segment of two or four seconds is far below. */
const largestHot = 8 * 2 ** 20

type HotFile = { body: Buffer; etag: string; used: number }

export type FileHeaders = { type: string; caching: string }

/**
 * Immutable files, those read lately kept in memory within `limit` bytes: a buffer goes out three times as fast
 * as a file stream. A file under a name never changes (rule of media, images and built assets), so nothing is
 * looked at again once it is in.
 */
export class FileCache {
  readonly #limit: number
  readonly #files = new Map<string, HotFile>()
  readonly #loading = new Map<string, Promise<HotFile | StoredFile | undefined>>()
  readonly #source: Pick<Storage, 'read' | 'stream'>
  #size = 0
  #tick = 0

  constructor(limit: number, source: Pick<Storage, 'read' | 'stream'>) {
    this.#limit = limit
    this.#source = source
  }

  /** Called before a file that is not in memory is looked for. @throws Refusal `rate_limited` */
  admitRead: (request: IncomingMessage) => void = () => {}

  get size(): number {
    return this.#size
  }

  /**
   * Answers with the file, or the part that `Range` asks for.
   * @returns false, with nothing written, where there is no such file.
   * @throws FilesAway, with nothing written, where it cannot be read now.
   */
  async serve(
    name: StorageKey,
    request: IncomingMessage,
    response: ServerResponse,
    headers: FileHeaders,
  ): Promise<boolean> {
    const hot = this.#files.get(name)
    if (hot) {
      hot.used = ++this.#tick
      sendBuffer(hot, request, response, headers)
      return true
    }
    this.admitRead(request)
    const loaded = await this.#load(name)
    if (!loaded) return false
    if ('used' in loaded) sendBuffer(loaded, request, response, headers)
    else await this.#sendStream(name, loaded, request, response, headers)
    return true
  }

  /** Forgets files below `folder`, for when it is removed. */
  evict(folder: StorageKey): void {
    for (const [path, file] of this.#files) {
      if (!path.startsWith(`${folder}/`)) continue
      this.#files.delete(path)
      this.#size -= file.body.length
    }
  }

  #load(name: StorageKey): Promise<HotFile | StoredFile | undefined> {
    let loading = this.#loading.get(name)
    if (!loading) {
      loading = this.#read(name).finally(() => this.#loading.delete(name))
      this.#loading.set(name, loading)
    }
    return loading
  }

  async #read(name: StorageKey): Promise<HotFile | StoredFile | undefined> {
    const found = await this.#source.read(name, Math.min(largestHot, this.#limit))
    if (!found?.body) return found
    const file = { body: found.body, etag: found.etag, used: ++this.#tick }
    this.#files.set(name, file)
    this.#size += file.body.length
    if (this.#size > this.#limit) this.#makeRoom()
    return file
  }

  async #sendStream(
    name: StorageKey,
    { size, etag }: StoredFile,
    request: IncomingMessage,
    response: ServerResponse,
    headers: FileHeaders,
  ) {
    const part = begin(size, etag, request, response, headers)
    if (!part) return
    const stream = await this.#source.stream(name, part === 'whole' ? undefined : part)
    // A reader that goes away in the middle is no fault of ours; one that we fail asks for the rest again.
    if (stream) await pipeline(stream, response).catch(() => {})
    else response.destroy()
  }

  #makeRoom(): void {
    for (const [path, file] of [...this.#files].sort(([, a], [, b]) => a.used - b.used)) {
      if (this.#size <= this.#limit * 0.9) return
      this.#files.delete(path)
      this.#size -= file.body.length
    }
  }
}

/** One range of `Range: bytes=…` (RFC 9110, 14.2); several at once are answered with the whole. */
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
  file: HotFile,
  request: IncomingMessage,
  response: ServerResponse,
  headers: FileHeaders,
) {
  const part = begin(file.body.length, file.etag, request, response, headers)
  if (!part) return
  response.end(part === 'whole' ? file.body : file.body.subarray(part.start, part.end + 1))
}

/** Writes the head; undefined when there is no body to follow. */
function begin(
  size: number,
  etag: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: FileHeaders,
): ByteRange | 'whole' | undefined {
  const lines = ['content-type', headers.type, 'cache-control', headers.caching, 'etag', etag]
  lines.push('accept-ranges', 'bytes')
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
    response.writeHead(304, lines).end()
    return undefined
  }
  const condition = request.headers['if-range']
  // A range is for GET alone (RFC 9110, 14.2), and for a reader whose beginning is of this very file.
  const parts = request.method === 'GET' && (!condition || condition === etag)
  const part = parseRange(parts ? request.headers.range : undefined, size)
  if (part === 'unsatisfiable') {
    response
      .writeHead(416, [...lines, 'content-range', `bytes */${size}`, 'content-length', '0'])
      .end()
    return undefined
  }
  if (part === 'whole') response.writeHead(200, [...lines, 'content-length', String(size)])
  else {
    const span = `bytes ${part.start}-${part.end}/${size}`
    lines.push('content-length', String(part.end - part.start + 1), 'content-range', span)
    response.writeHead(206, lines)
  }
  if (request.method !== 'HEAD') return part
  response.end()
  return undefined
}
