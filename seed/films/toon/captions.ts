import type { Cue } from '../film.ts'
import { ending, place, title, type Toon } from './panel.ts'

/** Breaks a long caption at the space nearest to its middle. */
export function wrapped(words: string, most: number): string {
  const flat = words.replaceAll('\n', ' ')
  if (flat.length <= most) return flat
  const spaces = [...flat.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted(
    (a, b) => Math.abs(a - flat.length / 2) - Math.abs(b - flat.length / 2),
  )[0]
  return middle === undefined ? flat : `${flat.slice(0, middle)}\n${flat.slice(middle + 1)}`
}

/** A caption stays until the next, at most as long as its panel. */
export function captions(toon: Toon) {
  const placed = place(toon.panels, 1e9)
  const lines = placed.flatMap((panel) =>
    (panel.lines ?? []).map((line, index, all) => ({
      ...line,
      start: title.seconds + panel.start + line.from,
      end: title.seconds + panel.start + (all[index + 1]?.from ?? panel.seconds) - 0.1,
    })),
  )
  const noises = placed.flatMap((panel) =>
    (panel.noises ?? []).flatMap(({ at: when, sdh }) =>
      sdh ? [{ sdh, at: title.seconds + panel.start + when }] : [],
    ),
  )
  return { lines, noises }
}

export function deafCaptions(toon: Toon, seconds: number): Cue[] {
  const { lines, noises } = captions(toon)
  const cues: [number, number, string][] = lines.map(({ who, ko, start, end }) => [
    start,
    end,
    who === null ? ko.replaceAll('\n', ' ') : `${who}: ${ko.replaceAll('\n', ' ')}`,
  ])
  const alone: [number, number, string][] = [[0.4, 3.7, `♪ ${toon.mood} ♪`]]
  for (const { sdh, at: when } of noises) {
    const near = cues.find(([start, end]) => when >= start - 1.1 && when < end)
    if (near)
      near[2] = when > (near[0] + near[1]) / 2 ? `${near[2]} [${sdh}]` : `[${sdh}] ${near[2]}`
    else {
      const next = cues.find(([start]) => start > when)?.[0] ?? seconds
      alone.push([when, Math.min(when + 2, next - 0.05), `[${sdh}]`])
    }
  }
  const credit = seconds - ending.seconds
  alone.push([credit + 0.4, seconds - 0.6, '♪ 음악이 이어진다 ♪'])
  return [...cues, ...alone]
    .toSorted((a, b) => a[0] - b[0])
    .map(([a, b, words]) => [a, b, wrapped(words, 26)])
}
