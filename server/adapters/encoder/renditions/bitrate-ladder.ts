import type { FrameRate, Probe } from '../input/probe.ts'

/** One picture size of a film. `rung` is the p of "720p"; `kbps` the ceiling of its bitrate. */
export type Rung = { name: string; rung: number; width: number; height: number; kbps: number }

/** Keyframes every 2 s in every rung, so that a player may change rung at any of them. */
export const KEYFRAME_SECONDS = 2
/**
 * Two keyframes a segment: half the requests of 2 s, and on a line little faster than the film the round
 * trip per request is what breaks first. The start stays quick because the first rung tried is small.
 */
export const SEGMENT_SECONDS = 4

const standard = [360, 540, 720, 1080]

/**
 * The rungs a film gets, lowest first. A rung is the 16:9 box (9:16 for vertical films) the picture fits
 * into, so a 1920x804 film has a 1080p of its own size and a vertical 720p is 720x1280. Never above the
 * source. A source between two rungs, or under the lowest, adds one of its own size rather than losing
 * detail it has.
 */
export function bitrateLadder(probe: Pick<Probe, 'width' | 'height' | 'frame_rate'>): Rung[] {
  const long = Math.max(probe.width, probe.height)
  const short = Math.min(probe.width, probe.height)
  const own = Math.max(short, (long * 9) / 16)
  const boxes = standard.filter((box) => box <= own * 1.005)
  const top = boxes.at(-1) ?? 0
  if (top < 1080 && own > top * 1.1) boxes.push(own)
  return boxes.map((box) => {
    const scale = Math.min(1, box / own)
    const rung = standard.includes(box) ? box : Math.round(box)
    return {
      name: `v${rung}`,
      rung,
      width: even(probe.width * scale),
      height: even(probe.height * scale),
      kbps: ceiling(box, probe.frame_rate),
    }
  })
}

function even(length: number): number {
  return Math.max(2, Math.floor(length / 2 + 0.25) * 2)
}

/** 360p 900, 540p 1800, 720p 3000, 1080p 5900 kb/s (area to the power 0.85), half as much again above 30 frames a second. */
function ceiling(box: number, rate: FrameRate): number {
  const base = 3000 * ((box / 720) ** 2) ** 0.85
  return Math.round(rate.num / rate.den > 31 ? base * 1.5 : base)
}
