import { profileKeyPrefix } from '#contract/core/images.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  audienceMaxHeight,
  type MediaAudience,
  type MediaTokens,
} from '#server/shared/media-token.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { surrogateKey } from '#server/adapters/edge-caches/index.ts'
import { limitPlaylist } from '#server/adapters/encoder/index.ts'
import type { Storage, StorageKey } from '#server/adapters/storage/index.ts'
import {
  addPathways,
  isEdgeFolder,
  isMultivariantPlaylist,
  isPlaylist,
  isSegment,
  resolveKeyUrls,
} from './edge-delivery.ts'
import type { FileCache } from './file-cache.ts'
import type { IssueKey } from './key-requests.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { metrics, secondsSince } from '#server/shared/metrics.ts'

/** Size limit of a playlist in bytes. */
const maxPlaylistBytes = 2 ** 20

const types = new Map(
  Object.entries({
    '.m3u8': 'application/vnd.apple.mpegurl',
    '.mp4': 'video/mp4',
    '.m4s': 'video/iso.segment',
    '.vtt': 'text/vtt; charset=utf-8',
    '.key': 'application/octet-stream',
    '.webp': 'image/webp',
  }),
)

/** A file name with optional folders and no dots except before the extension: prevents path traversal. */
const safePath = /^[a-z0-9][\w-]*(?:\/[a-z0-9][\w-]*)*\.(?:m3u8|mp4|m4s|vtt|key|webp)$/i

const keyPath = /^keys\/.+\.key$/

const immutableCaching = 'public, max-age=31536000, immutable'
/**
 * Films may be cached by the viewer's browser only. A shared cache must check every request at `/media-auth/`
 * (`deploy/nginx.conf`), otherwise it would continue to serve unpublished films. Caches of `MEDIA_EDGE_URLS` verify
 * addresses and are purged, so segments are public for them.
 */
const filmCaching = 'private, max-age=3600, immutable'

/** Decides whether a film's file may be served now: undefined, or the problem code. */
type AuthorizeFile = (
  audience: MediaAudience,
  folder: { asset_id: number; is_encrypted: boolean },
  name: string,
) => ProblemCode | undefined | Promise<ProblemCode | undefined>

export type MediaFiles = {
  /** Serves a file below `/media/` or `/images/`. Resolves to undefined if the request was answered, else to the error. */
  serve(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemError | undefined>
  /** Whether a cache may send its copy of a `/media/…` path now. No header decides: there is no request to read. */
  isAllowed(path: string): Promise<boolean>
}

type FilmFile = {
  audience: MediaAudience
  folder: { asset_id: number; is_encrypted: boolean }
  /** Path below the folder of the film. */
  name: string
  key: StorageKey
}

/**
 * Serves `/media/{token}/{asset}/…` (`{asset}f`: its first rendition; `{asset}p` and `{asset}fp`: encrypted, with keys) and
 * `/images/{key}/{width}.webp`, or `/icon-180.png` of a logo, before routing.
 */
export function createMediaFiles(options: {
  files: FileCache
  /** Storage, bypassing the file cache. */
  source: Pick<Storage, 'read'>
  mediaTokens: MediaTokens
  site_url: string
  clock: Clock
  authorize: AuthorizeFile
  issueKey: IssueKey
}): MediaFiles {
  const { files, source, mediaTokens, site_url, clock, authorize, issueKey } = options

  async function sendKey(
    requestedKey: Parameters<IssueKey>[1],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    if (request.method !== 'GET') return 'method_not_allowed'
    const key = await issueKey(request, requestedKey)
    response
      .writeHead(200, {
        'content-type': types.get('.key'),
        'content-length': key.length,
        'cache-control': 'no-store',
      })
      .end(key)
    return undefined
  }

  async function serveFilm(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    const film = readFilmPath(mediaTokens, path, clock.now())
    if (typeof film === 'string') return film
    const { audience, folder, name, key } = film
    const { asset_id, is_encrypted } = folder
    if (is_encrypted && keyPath.test(name))
      return sendKey({ audience, asset_id, name }, request, response)
    const decision = authorize(audience, folder, name)
    const problemCode = decision instanceof Promise ? await decision : decision
    if (problemCode) return problemCode
    const edge_urls = isEdgeFolder(audience, is_encrypted) ? mediaTokens.edgeUrlsOf(asset_id) : []
    const edit = playlistEditor(film, path, { site_url, edge_urls })
    if (edit) return sendEditedPlaylist(source, key, edit, request, response)
    const isShared = edge_urls.length > 0 && isSegment(name)
    const exists = await files.serve(key, request, response, {
      type: types.get(extname(name)) ?? 'application/octet-stream',
      caching: isShared ? immutableCaching : filmCaching,
      surrogate_key: isShared ? surrogateKey(asset_id) : undefined,
    })
    return exists ? undefined : 'not_found'
  }

  async function isAllowed(path: string): Promise<boolean> {
    if (!path.startsWith('/media/')) return false
    const film = readFilmPath(mediaTokens, path, clock.now())
    // Caches must not serve keys, and no playlists that contain addresses.
    if (typeof film === 'string' || keyPath.test(film.name)) return false
    if (mediaTokens.hasEdges && isPlaylist(film.name)) return false
    return (await authorize(film.audience, film.folder, film.name)) === undefined
  }

  async function route(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'method_not_allowed'
    if (path.startsWith('/media/')) return serveFilm(path, request, response)
    return serveImage(files, path, request, response)
  }

  return {
    isAllowed,
    async serve(path, request, response) {
      try {
        const problemCode = await route(path, request, response)
        return problemCode && new ProblemError(problemCode)
      } catch (error) {
        if (error instanceof ProblemError) return error
        throw error
      }
    },
  }
}

/** Parses `/media/{token}/{asset}/{name}` and verifies the token. */
function readFilmPath(mediaTokens: MediaTokens, path: string, now: Date): FilmFile | ProblemCode {
  const [, , mediaToken = '', folder = '', ...rest] = path.split('/')
  const name = rest.join('/')
  const [, id = '', encryptedSuffix = ''] = /^([1-9]\d{0,9})f?(p?)$/.exec(folder) ?? []
  if (!id || !safePath.test(name)) return 'not_found'
  const asset_id = Number(id)
  const audience = mediaTokens.verify(mediaToken, asset_id, now.getTime())
  if (!audience) return 'forbidden'
  return {
    audience,
    folder: { asset_id, is_encrypted: encryptedSuffix === 'p' },
    name,
    key: `media/${folder}/${name}`,
  }
}

/** Returns the function that adapts a playlist to its audience; undefined for files that are the same for all. */
function playlistEditor(
  { audience, folder, name }: FilmFile,
  path: string,
  { site_url, edge_urls }: { site_url: string; edge_urls: readonly string[] },
): ((playlist: string) => string) | undefined {
  const max_height = audienceMaxHeight(audience)
  const isMultivariant = isMultivariantPlaylist(name)
  const limit = (playlist: string) =>
    name === 'main.m3u8' && max_height < Infinity ? limitPlaylist(playlist, max_height) : playlist
  if (isMultivariant && edge_urls.length > 0) {
    const base = path.slice(0, path.lastIndexOf('/') + 1)
    return (playlist) =>
      addPathways(
        limit(playlist),
        edge_urls.map((origin) => origin + base),
      )
  }
  if (name === 'main.m3u8' && max_height < Infinity) return limit
  if (isPlaylist(name) && folder.is_encrypted && edge_urls.length > 0)
    return (playlist) => resolveKeyUrls(playlist, site_url + path)
  return undefined
}

/** Sends an edited playlist. Not cached per audience: it is small and read once per playback. */
async function sendEditedPlaylist(
  source: Pick<Storage, 'read'>,
  name: StorageKey,
  edit: (playlist: string) => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ProblemCode | undefined> {
  const playlist = (await source.read(name, maxPlaylistBytes))?.body
  if (!playlist) return 'not_found'
  const body = Buffer.from(edit(playlist.toString('utf8')))
  response
    .writeHead(200, {
      'content-type': types.get('.m3u8'),
      'content-length': body.length,
      'cache-control': filmCaching,
    })
    .end(request.method === 'HEAD' ? undefined : body)
  return undefined
}

async function serveImage(
  files: FileCache,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ProblemCode | undefined> {
  const match = path.match(
    /^\/images\/([a-z0-9]{2})([a-z0-9-]{6,80})\/(\d{2,4}\.webp|[a-z]{4,8}-\d{2,4}\.png)$/,
  )
  if (!match) return 'not_found'
  const [, prefix = '', rest = '', name = ''] = match
  const file = `images/${prefix}/${prefix}${rest}/${name}` as const
  const exists = await files.serve(file, request, response, {
    type: name.endsWith('.png') ? 'image/png' : 'image/webp',
    caching: prefix.startsWith(profileKeyPrefix)
      ? 'private, max-age=86400, immutable'
      : immutableCaching,
  })
  return exists ? undefined : 'not_found'
}

/**
 * Counts file responses and their duration. Counters are cached by label set, because looking them up costs more than
 * incrementing them.
 */
export function createFileCounter() {
  const countersOf = (route: string, method: string, status: number) => ({
    requests: metrics.requests.labels('file', String(status)),
    seconds: metrics.request_seconds.labels(route, method, `${Math.floor(status / 100)}xx`),
  })
  const countersByKey = new Map<string, ReturnType<typeof countersOf>>()

  /**
   * @param url begins with `/media/`, `/images/` or `/media-auth/`, the route label.
   * @param startedAt from `performance.now()`.
   */
  return (url: string, method: 'GET' | 'HEAD', status: number, startedAt: number) => {
    const route = url.slice(0, url.indexOf('/', 1) + 1)
    const key = `${route}${method}${status}`
    let counters = countersByKey.get(key)
    if (!counters) countersByKey.set(key, (counters = countersOf(route, method, status)))
    counters.requests.inc()
    counters.seconds.observe(secondsSince(startedAt))
  }
}
