import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { type ContentKey, parseKeyPath, renditionHeight } from '#server/adapters/encoder/index.ts'
import { type MediaAudience, audienceMaxHeight } from '#server/shared/media-token.ts'

/** A file of a film by its path below the asset's folder. `height` is that of its rendition, 0 for other files. */
export type MediaPath =
  | { kind: 'key'; height: number; key: ContentKey }
  | { kind: 'segment'; height: number; period: number }
  /** An initialization section, which is not encrypted and has no frames. */
  | { kind: 'init'; height: number }
  /** A playlist or captions of the preview. */
  | { kind: 'preview'; height: number }
  /** Playlists, captions and storyboards of the whole film. */
  | { kind: 'other'; height: number }

const segmentPath = /^(?:audio|v[1-9]\d{0,3})\/(0|[1-9]\d{0,3})\/\w+\.m4s$/
const initPath = /^(?:audio|v[1-9]\d{0,3})\/init\.mp4$/
const previewFolder = 'preview/'

/** Classifies a path below the folder of an encrypted asset. */
export function parseMediaPath(path: string): MediaPath {
  const segment = segmentPath.exec(path)
  if (segment) return { kind: 'segment', height: renditionHeight(path), period: Number(segment[1]) }
  const key = parseKeyPath(path)
  if (key && path.startsWith('keys/'))
    return { kind: 'key', height: renditionHeight(`${key.rendition}/`), key }
  if (initPath.test(path)) return { kind: 'init', height: renditionHeight(path) }
  if (path.startsWith(previewFolder))
    return { kind: 'preview', height: renditionHeight(path.slice(previewFolder.length)) }
  return { kind: 'other', height: renditionHeight(path) }
}

/**
 * The right that a file needs: `preview` for files of the preview, `film` for playlists, captions and storyboards of the
 * whole film, and `stream` for later segments, which are served only to sessions that hold a stream slot.
 */
export function requiredRight(path: MediaPath): 'preview' | 'film' | 'stream' {
  if (path.kind === 'segment') return path.period === 0 ? 'preview' : 'stream'
  if (path.kind === 'key') return path.key.period === 0 ? 'preview' : 'stream'
  return path.kind === 'other' ? 'film' : 'preview'
}

/** Whether a file is in the scope of a token, whatever the current rights of its audience. */
export const isInScope = (audience: MediaAudience, path: MediaPath): boolean =>
  path.height <= audienceMaxHeight(audience) &&
  (audience.kind !== 'preview' || requiredRight(path) === 'preview')

/** The current rights of an audience to an asset. */
export type Rights = {
  /** May watch the preview. */
  can_preview: boolean
  /** May watch the whole film, which includes the preview. */
  can_play: boolean
  /** The film is free, so that no slot is needed and no use is recorded. */
  is_free: boolean
  /** The session holds a stream slot for the asset's episode. */
  has_stream: boolean
}

export const noRights: Rights = {
  can_preview: false,
  can_play: false,
  is_free: false,
  has_stream: false,
}

/** Decides whether a file is served. @returns undefined if it is, else the problem code. */
export function decideServing(path: MediaPath, rights: Rights): ProblemCode | undefined {
  const required = requiredRight(path)
  if (rights.can_play) {
    const lacks_stream = required === 'stream' && !rights.is_free && !rights.has_stream
    return lacks_stream ? 'stream_required' : undefined
  }
  return required === 'preview' && rights.can_preview ? undefined : 'forbidden'
}
