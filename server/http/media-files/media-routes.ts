import { profileKeyPrefix } from '#contract/core/images.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  type MediaTokens,
  type MediaAudience,
  audienceMaxHeight,
} from '#server/shared/media-token.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { limitPlaylist } from '#server/adapters/encoder/index.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import type { FileCache } from './file-cache.ts'
import type { IssueKey } from './key-requests.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'

/** A multivariant playlist names a handful of renditions and captions. */
const largestPlaylist = 2 ** 20

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt; charset=utf-8',
  '.key': 'application/octet-stream',
  '.webp': 'image/webp',
}

/** One name or folders and a name, no dots but before the ending: nothing in it leads out of its folder. */
const plainPath = /^[a-z0-9][\w-]*(?:\/[a-z0-9][\w-]*)*\.(?:m3u8|mp4|m4s|vtt|key|webp)$/i

const keyAddress = /^keys\/.+\.key$/

const forever = 'public, max-age=31536000, immutable'
/**
 * Films are for the viewer's own cache. A shared cache may hold them only behind a check of every request by
 * `/grants/` (`deploy/nginx.conf`): else it would go on serving what was withdrawn.
 */
const filmCaching = 'private, max-age=3600, immutable'

/** Whether a film's file may be served now; undefined if so, else the code to refuse with. */
export type AuthorizeFile = (
  audience: MediaAudience,
  folder: { asset_id: number; is_encrypted: boolean },
  name: string,
) => ProblemCode | undefined | Promise<ProblemCode | undefined>

/** What `/grants/` answers a cache that has the file: that it may send it. */
const sendNothing: FileCache['serve'] = async (_name, _request, response) => {
  response.writeHead(204, { 'cache-control': 'no-store' }).end()
  return true
}

/** @returns undefined where the request was answered; else the refusal. */
export type MediaFileHandler = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<ProblemError | undefined>

/**
 * Answers `/media/{grant}/{asset}/…` (`{asset}p`: encrypted, with its keys) and `/images/{key}/{width}.webp`, ahead of
 * all routing. `/grants/media/…` answers a cache that has the file whether that very address may be served: 204 or 403,
 * without looking at the file.
 */
export function createMediaFileHandler(options: {
  files: FileCache
  /** The stored files, past what is kept of them in memory. */
  source: Pick<Storage, 'read'>
  grants: MediaTokens
  clock: Clock
  authorize: AuthorizeFile
  answerKey: IssueKey
}): MediaFileHandler {
  const { files, source, grants, clock, authorize, answerKey } = options
  const sendFile: typeof files.serve = (...asked) => files.serve(...asked)

  /** Sends a multivariant playlist limited to a height. Small and read once a film: not worth memory for each plan. */
  async function sendLimitedPlaylist(
    name: StorageKey,
    max_height: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    const whole = (await source.read(name, largestPlaylist))?.body
    if (!whole) return 'not_found'
    const body = Buffer.from(limitPlaylist(whole.toString('utf8'), max_height))
    response
      .writeHead(200, {
        ...{ 'content-type': types['.m3u8'], 'content-length': body.length },
        'cache-control': filmCaching,
      })
      .end(request.method === 'HEAD' ? undefined : body)
    return undefined
  }

  async function sendKey(
    named: Parameters<IssueKey>[1],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    if (request.method !== 'GET') return 'method_not_allowed'
    const key = await answerKey(request, named)
    response
      .writeHead(200, {
        'content-type': types['.key'],
        'content-length': key.length,
        'cache-control': 'no-store',
      })
      .end(key)
    return undefined
  }

  async function film(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    send: typeof files.serve,
  ): Promise<ProblemCode | undefined> {
    const [, , grant = '', folder = '', ...rest] = path.split('/')
    const name = rest.join('/')
    const [, id = '', mark = ''] = /^([1-9]\d{0,9})(p?)$/.exec(folder) ?? []
    if (!id || !plainPath.test(name)) return 'not_found'
    const asset_id = Number(id)
    const is_encrypted = mark === 'p'
    const audience = grants.verify(grant, asset_id, clock.now().getTime())
    if (!audience) return 'forbidden'
    if (is_encrypted && keyAddress.test(name)) {
      // A key is never answered by a cache.
      if (send === sendNothing) return 'forbidden'
      return sendKey({ audience, asset_id, name }, request, response)
    }
    const deciding = authorize(audience, { asset_id, is_encrypted }, name)
    const refused = deciding instanceof Promise ? await deciding : deciding
    if (refused) return refused
    const file = `media/${folder}/${name}` as const
    const max_height = audienceMaxHeight(audience)
    if (is_encrypted && name === 'main.m3u8' && max_height < Infinity && send !== sendNothing)
      return sendLimitedPlaylist(file, max_height, request, response)
    const isThere = await send(file, request, response, {
      type: types[extname(name)] ?? 'application/octet-stream',
      caching: filmCaching,
    })
    return isThere ? undefined : 'not_found'
  }

  async function image(path: string, request: IncomingMessage, response: ServerResponse) {
    const match = path.match(/^\/images\/([a-z0-9]{2})([a-z0-9-]{6,80})\/(\d{2,4})\.webp$/)
    if (!match) return 'not_found'
    const [, shelf = '', rest = '', width = ''] = match
    const file = `images/${shelf}/${shelf}${rest}/${width}.webp` as const
    const isThere = await files.serve(file, request, response, {
      type: 'image/webp',
      caching: shelf.startsWith(profileKeyPrefix) ? 'private, max-age=86400, immutable' : forever,
    })
    return isThere ? undefined : 'not_found'
  }

  async function answer(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ProblemCode | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'method_not_allowed'
    if (path.startsWith('/media/')) return film(path, request, response, sendFile)
    if (path.startsWith('/grants/media/')) {
      const refused = await film(path.slice('/grants'.length), request, response, sendNothing)
      // A cache asks for yes or no. The reason is given when it passes the request on.
      return refused && 'forbidden'
    }
    return image(path, request, response)
  }

  return async (path, request, response) => {
    try {
      const refused = await answer(path, request, response)
      return refused && new ProblemError(refused)
    } catch (error) {
      if (error instanceof ProblemError) return error
      throw error
    }
  }
}
