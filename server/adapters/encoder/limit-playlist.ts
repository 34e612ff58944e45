/**
 * Returns the height of a rendition from the first folder of its path (`v720/…`) or its preview playlist (`v720.m3u8`):
 * the shorter side in pixels; 0 for audio and all other files.
 */
export const renditionHeight = (path: string): number =>
  Number(/^v(\d+)(?:[/.]|$)/.exec(path)?.[1] ?? 0)

/**
 * Removes video renditions above `max_height` from a multivariant playlist. Each consists of an attribute line and the
 * URI line after it (RFC 8216, 4.3.4.2).
 */
export function limitPlaylist(text: string, max_height: number): string {
  const lines = text.split('\n')
  const isVariant = (line: string) => line.startsWith('#EXT-X-STREAM-INF:')
  const isRemoved = (index: number) =>
    isVariant(lines[index] ?? '') && renditionHeight(lines[index + 1] ?? '') > max_height
  return lines.filter((_, index) => !isRemoved(index) && !isRemoved(index - 1)).join('\n')
}
