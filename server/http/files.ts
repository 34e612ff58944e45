import { profileMark } from '#contract/images.ts'
import type { Grants } from '../kernel/grants.ts'
import type { Clock } from '../kernel/clock.ts'
import type { HotFiles } from './hot-files.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
}

/** One name or folders and a name, no dots but before the ending: nothing in it leads out of its folder. */
const plainPath = /^[a-z0-9][\w-]*(?:\/[a-z0-9][\w-]*)*\.(?:m3u8|mp4|m4s|vtt|webp)$/i

const forever = 'public, max-age=31536000, immutable'

export type FileRoutes = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<number | undefined>

/**
 * `/media/{grant}/{asset}/…` and `/images/{key}/{width}.webp`, ahead of all routing.
 * @returns undefined where the path is not ours or was answered; else the status to refuse with.
 */
export function createFileRoutes(options: {
  media_dir: string
  images_dir: string
  files: HotFiles
  grants: Grants
  clock: Clock
}): FileRoutes {
  const { files, grants, clock } = options
  return async (path, request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return 405
    if (path.startsWith('/media/')) {
      const [, , grant = '', asset = '', ...rest] = path.split('/')
      const name = rest.join('/')
      if (!/^[1-9]\d{0,9}$/.test(asset) || !plainPath.test(name)) return 404
      if (!grants.permits(grant, Number(asset), clock.now().getTime())) return 403
      const type = types[extname(name)] ?? 'application/octet-stream'
      const found = await files.serve(join(options.media_dir, asset, name), request, response, {
        type,
        caching: grant.split('-')[1] === 'p' ? forever : 'private, max-age=3600, immutable',
      })
      return found ? undefined : 404
    }
    const image = path.match(/^\/images\/([a-z0-9]{2})([a-z0-9-]{6,80})\/(\d{2,4})\.webp$/)
    if (!image) return 404
    const [, shelf = '', rest = '', width = ''] = image
    const file = join(options.images_dir, shelf, shelf + rest, `${width}.webp`)
    const found = await files.serve(file, request, response, {
      type: 'image/webp',
      caching: shelf.startsWith(profileMark) ? 'private, max-age=86400, immutable' : forever,
    })
    return found ? undefined : 404
  }
}
