import type { Markers } from '#contract/playback/playback.ts'

export type Chapter = { start: number; end: number; kind: 'content' | 'opening' | 'ending' }

/** Splits `0..duration` at the markers into contiguous chapters. Markers out of range are ignored. */
export function chaptersOf(duration: number, markers: Markers): Chapter[] {
  const { opening, ending_start } = markers
  const chapters: Chapter[] = []
  let from = 0
  function addUntil(to: number, kind: Chapter['kind']) {
    const end = Math.min(to, duration)
    if (end <= from) return
    chapters.push({ start: from, end, kind })
    from = end
  }
  if (opening) {
    addUntil(opening.start, 'content')
    addUntil(opening.end, 'opening')
  }
  if (ending_start !== null) {
    addUntil(ending_start, 'content')
    addUntil(duration, 'ending')
  }
  addUntil(duration, 'content')
  return chapters
}

/** Seconds of the shortest opening that 오프닝 건너뛰기 is offered for. */
const minOpening_s = 10

/** Whether 오프닝 건너뛰기 is offered: inside the opening, except in its last second and in a short one. */
export function isInOpening(time: number, { opening }: Markers): boolean {
  if (opening === null || opening.end - opening.start < minOpening_s) return false
  return time >= opening.start && time < opening.end - 1
}
