/** What lies below the folder of a rung, `v720/…`: the rung is the p of "720p". */
const inRung = /^v(\d+)\//

/** Whether a file of a film is of a picture better than `max_height` (the p of "720p"). */
export const isAbove = (name: string, max_height: number): boolean =>
  Number(inRung.exec(name)?.[1] ?? 0) > max_height

/**
 * The multivariant playlist of a film without the pictures that are better than `max_height`, each of which is a line of
 * attributes and the line of its address after it (RFC 8216, 4.3.4.2).
 */
export function cappedPlaylist(text: string, max_height: number): string {
  const lines = text.split('\n')
  const isRung = (line: string) => line.startsWith('#EXT-X-STREAM-INF:')
  const leaves = (at: number) => isRung(lines[at] ?? '') && isAbove(lines[at + 1] ?? '', max_height)
  return lines.filter((_, at) => !leaves(at) && !leaves(at - 1)).join('\n')
}
