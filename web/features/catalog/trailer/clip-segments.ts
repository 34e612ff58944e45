/** The part of an HLS rendition that covers a clip. */
export type ClipSegments = {
  /** URLs of the initialization section and of the segments, in order. */
  urls: string[]
  /** The start of the first segment, in seconds of the film. */
  start: number
}

/**
 * Selects the segments of a media playlist (RFC 8216) from the one that contains `start`, for at least `seconds`.
 * @param playlist_url the address of `playlist`, which its URIs are relative to.
 */
export function selectClipSegments(
  playlist: string,
  playlist_url: string,
  { start, seconds }: { start: number; seconds: number },
): ClipSegments {
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
  const segments: ClipSegments = { urls: [], start: 0 }
  let at = 0
  for (const [, length, uri = ''] of playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)/g)) {
    const end = at + Number(length)
    if (end > start && (segments.urls.length === 0 || at < segments.start + seconds)) {
      if (segments.urls.length === 0) segments.start = at
      segments.urls.push(uri)
    }
    at = end
  }
  const urls = init === undefined ? segments.urls : [init, ...segments.urls]
  return { ...segments, urls: urls.map((uri) => playlist_url.replace(/[^/]*$/, uri.trim())) }
}
