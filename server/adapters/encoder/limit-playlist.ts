/**
 * The height of a rendition by the first folder of its path (`v720/…`) or by its playlist in the preview
 * (`v720.m3u8`): the shorter side in pixels; 0 for sound and everything that is no picture.
 */
export const renditionHeight = (path: string): number =>
  Number(/^v(\d+)(?:[/.]|$)/.exec(path)?.[1] ?? 0)

/**
 * Removes the video renditions above `max_height` from a multivariant playlist. Each is a line of attributes and the
 * line of its URI after it (RFC 8216, 4.3.4.2).
 */
export function limitPlaylist(text: string, max_height: number): string {
  const lines = text.split('\n')
  const isVariant = (line: string) => line.startsWith('#EXT-X-STREAM-INF:')
  const isRemoved = (at: number) =>
    isVariant(lines[at] ?? '') && renditionHeight(lines[at + 1] ?? '') > max_height
  return lines.filter((_, at) => !isRemoved(at) && !isRemoved(at - 1)).join('\n')
}
