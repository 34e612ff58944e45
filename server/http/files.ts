import { profileMark } from '#contract/images.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { anybody, type Grants, maxHeightOf, previewer, viewerOf } from '../kernel/grants.ts'
import type { Clock } from '../kernel/clock.ts'
import { cappedPlaylist, isAbove } from './capped-playlist.ts'
import type { FileName, Files } from '../outside/files/index.ts'
import type { HotFiles } from './hot-files.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'

/** A playlist of a film names a handful of pictures, sounds and captions. */
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

const forever = 'public, max-age=31536000, immutable'

/** The free beginning, and segments of which its key opens no more than that. */
const inPreview = /^(?:preview\/.+|[a-z]+\d*\/(?:init\.mp4|\d+\.m4s))$/

/** What stands before films that are sold (D-41). */
export type FilmDoor = {
  /** Whether a viewer who was given an address of the asset may go on using it. */
  staysOpen(viewer: string, asset_id: number): Promise<boolean>
  /** One of the asset's two keys, 16 bytes, or why not: decided anew for whoever asks, by his session. */
  handOutKey(
    request: IncomingMessage,
    asked: { asset_id: number; part: 'preview' | 'rest' },
  ): Promise<Uint8Array | ProblemCode>
}

/** What a cache is told: that it may send what it has. */
const sendNothing: HotFiles['serve'] = async (_name, _request, response) => {
  response.writeHead(204, { 'cache-control': 'no-store' }).end()
  return true
}

export type FileRoutes = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<ProblemCode | undefined>

/**
 * `/media/{grant}/{asset}/…` (`{asset}p`: enciphered, with its keys) and `/images/{key}/{width}.webp`, ahead of all
 * routing. `/grants/media/…` says, for a cache that has the file already, whether that very address may be answered:
 * 204 or 403, without looking at the file.
 * @returns undefined where the path was answered; else why not.
 */
export function createFileRoutes(options: {
  files: HotFiles
  /** Where the files lie, past what is kept in memory of them. */
  source: Pick<Files, 'read'>
  grants: Grants
  clock: Clock
  door: FilmDoor
}): FileRoutes {
  const { files, source, grants, clock, door } = options
  const sendFile: typeof files.serve = (...asked) => files.serve(...asked)

  /** Small, and read once a film: not worth a place in memory for each plan. */
  async function manifest(
    name: FileName,
    most: number,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const whole = (await source.read(name, largestPlaylist))?.body
    if (!whole) return 'not_found'
    const body = Buffer.from(cappedPlaylist(whole.toString('utf8'), most))
    response
      .writeHead(200, {
        ...{ 'content-type': types['.m3u8'], 'content-length': body.length },
        'cache-control': 'private, max-age=3600, immutable',
      })
      .end(request.method === 'HEAD' ? undefined : body)
    return undefined
  }

  async function film(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    send: typeof files.serve,
  ) {
    const [, , grant = '', folder = '', ...rest] = path.split('/')
    const name = rest.join('/')
    const [, id = '', secret = ''] = /^([1-9]\d{0,9})(p?)$/.exec(folder) ?? []
    if (!id || !plainPath.test(name)) return 'not_found'
    const asset_id = Number(id)
    if (!grants.permits(grant, asset_id, clock.now().getTime())) return 'forbidden'
    const viewer = viewerOf(grant)
    if (secret) {
      const [, part] = /^keys\/(preview|rest)\.key$/.exec(name) ?? []
      if (part && send === sendNothing) return 'forbidden'
      if (part) {
        const key = await door.handOutKey(request, { asset_id, part: part as 'preview' | 'rest' })
        if (typeof key === 'string') return key
        response
          .writeHead(200, {
            'content-type': types['.key'],
            'content-length': key.length,
            'cache-control': 'no-store',
          })
          .end(request.method === 'HEAD' ? undefined : key)
        return undefined
      }
      if (viewer === previewer && !inPreview.test(name)) return 'forbidden'
      if (viewer !== anybody && !(await door.staysOpen(viewer, asset_id))) return 'forbidden'
      // D-50: a plan's picture is what the server gives, whatever the player asks for.
      const most = maxHeightOf(viewer)
      if (isAbove(name, most)) return 'forbidden'
      if (name === 'main.m3u8' && most < Infinity && send !== sendNothing)
        return manifest(`media/${folder}/${name}`, most, request, response)
    } else if (viewer !== anybody) return 'not_found'
    const found = await send(`media/${folder}/${name}`, request, response, {
      type: types[extname(name)] ?? 'application/octet-stream',
      caching: viewer === anybody ? forever : 'private, max-age=3600, immutable',
    })
    return found ? undefined : 'not_found'
  }

  return async (path, request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'method_not_allowed'
    if (path.startsWith('/media/')) return film(path, request, response, sendFile)
    if (path.startsWith('/grants/media/')) {
      const refused = await film(path.slice('/grants'.length), request, response, sendNothing)
      // A cache asks to be told yes or no: whatever it is that we refuse, it has nothing to give.
      return refused && 'forbidden'
    }
    const image = path.match(/^\/images\/([a-z0-9]{2})([a-z0-9-]{6,80})\/(\d{2,4})\.webp$/)
    if (!image) return 'not_found'
    const [, shelf = '', rest = '', width = ''] = image
    const file = `images/${shelf}/${shelf}${rest}/${width}.webp` as const
    const found = await files.serve(file, request, response, {
      type: 'image/webp',
      caching: shelf.startsWith(profileMark) ? 'private, max-age=86400, immutable' : forever,
    })
    return found ? undefined : 'not_found'
  }
}
