/**
 * Delivery by caches that verify addresses themselves (decisions/0026-playback-rights): segments come from a cache, and
 * multivariant playlists, captions, storyboards and keys from this site.
 */
import type { MediaAudience } from '#server/shared/media-token.ts'

/**
 * Whether a cache may serve segments by the address alone: those of sold films are encrypted, those of free films are
 * for everyone. Free films for verified adults are neither.
 */
export const isEdgeFolder = (audience: MediaAudience, is_encrypted: boolean): boolean =>
  audience.kind === 'public' || (is_encrypted && audience.kind !== 'studio')

/** Whether a file below an asset's folder is a segment or an initialization section. */
export const isSegment = (name: string): boolean => /\.(?:m4s|mp4)$/.test(name)

export const isPlaylist = (name: string): boolean => name.endsWith('.m3u8')

/** Whether a file is a multivariant playlist: that of the film or of its preview. */
export const isMultivariantPlaylist = (name: string): boolean =>
  /^(?:preview\/)?main\.m3u8$/.test(name)

/**
 * Lists the renditions of a multivariant playlist once for each cache, as redundant pathways (RFC 8216bis, 4.4.6.2), so that
 * players go on with the next cache when one fails. Captions stay relative.
 * @param bases absolute URLs of the playlist's folder in each cache, with a trailing slash.
 */
export function addPathways(playlist: string, bases: readonly string[]): string {
  const lines = playlist.split('\n')
  const isAudio = (line = '') => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO')
  const isVariant = (line = '') => line.startsWith('#EXT-X-STREAM-INF:')
  const shared = lines.filter(
    (line, index) => line && !isAudio(line) && !isVariant(line) && !isVariant(lines[index - 1]),
  )
  const pathways = bases.flatMap((base, index) => {
    const id = String(index + 1)
    return lines.flatMap((line, at) => {
      if (isAudio(line))
        return line
          .replace(/GROUP-ID="([^"]*)"/, `GROUP-ID="$1-${id}"`)
          .replace(/URI="([^"]*)"/, `URI="${base}$1"`)
      if (!isVariant(line)) return []
      const attributes = line.replace(/,AUDIO="([^"]*)"/, `,AUDIO="$1-${id}"`)
      return [`${attributes},PATHWAY-ID="${id}"`, base + (lines[at + 1] ?? '')]
    })
  })
  return `${[...shared, ...pathways].join('\n')}\n`
}

/**
 * Makes the key URLs of a media playlist absolute: caches serve the playlist, but no keys.
 * @param url the playlist's own URL at this site.
 */
export const resolveKeyUrls = (playlist: string, url: string): string =>
  playlist.replaceAll(
    /^(#EXT-X-KEY:.*URI=")([^"]+)"/gm,
    (_, start: string, uri: string) => `${start}${new URL(uri, url).href}"`,
  )
