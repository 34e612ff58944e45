import type { Markers } from '#contract/contents/playback.ts'

export type Chapter = { start: number; end: number; kind: 'body' | 'opening' | 'ending' }

/** Cuts `0..duration` at the markers, in order and without gaps; markers outside of it cut nothing. */
export function chaptersOf(duration: number, markers: Markers): Chapter[] {
  const { opening, ending_start } = markers
  const sections: Chapter[] = []
  let from = 0
  function until(to: number, kind: Chapter['kind']) {
    const end = Math.min(to, duration)
    if (end <= from) return
    sections.push({ start: from, end, kind })
    from = end
  }
  if (opening) {
    until(opening.start, 'body')
    until(opening.end, 'opening')
  }
  if (ending_start !== null) {
    until(ending_start, 'body')
    until(duration, 'ending')
  }
  until(duration, 'body')
  return sections
}

/** Whether 오프닝 건너뛰기 is offered: inside the opening, but not in its last second. */
export function isInOpening(time: number, markers: Markers): boolean {
  const { opening } = markers
  return opening !== null && time >= opening.start && time < opening.end - 1
}
