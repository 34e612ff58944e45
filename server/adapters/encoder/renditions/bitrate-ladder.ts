import type { FrameRate, Probe } from '../input/probe.ts'

/** A rung of the bitrate ladder. `rung` is the number of "720p"; `kbps` the maximum bitrate. */
export type Rung = { name: string; rung: number; width: number; height: number; kbps: number }

/** Keyframes every 2 s in every rendition, so that a player can switch at any of them. */
export const KEYFRAME_SECONDS = 2
/**
 * Two keyframes per segment: half the requests of 2 s segments. On a connection little faster than the bitrate, the round
 * trip per request fails first. Startup stays fast because the first rendition tried is small.
 */
export const SEGMENT_SECONDS = 4

const standardBoxes = [360, 540, 720, 1080, 2160]

/**
 * Selects the rungs of a video, lowest first. A rung is the 16:9 box (9:16 for vertical videos) that the frame fits into,
 * so that the 1080p of a 1920x804 video keeps its size and a vertical 720p is 720x1280. No rung exceeds the source. A
 * source between two rungs or below the lowest adds a rung of its own size, so that no detail is lost; between 1080p and
 * 2160p only from 1440p, because a rung above 1080p costs as much as all others together.
 * @param max_height the largest rung that a viewer may load; unlimited by default.
 */
export function bitrateLadder(
  probe: Pick<Probe, 'width' | 'height' | 'frame_rate'>,
  max_height = Infinity,
): Rung[] {
  const longSide = Math.max(probe.width, probe.height)
  const shortSide = Math.min(probe.width, probe.height)
  const sourceBox = Math.max(shortSide, (longSide * 9) / 16)
  const topBox = Math.min(sourceBox, max_height)
  const boxes = standardBoxes.filter((box) => box <= topBox * 1.005)
  const top = boxes.at(-1) ?? 0
  if (topBox > top * (top < 1080 ? 1.1 : 1.3)) boxes.push(topBox)
  return boxes.map((box) => {
    const scale = Math.min(1, box / sourceBox)
    const rung = standardBoxes.includes(box) ? box : Math.round(box)
    return {
      name: `v${rung}`,
      rung,
      width: even(probe.width * scale),
      height: even(probe.height * scale),
      kbps: maxBitrate(box, probe.frame_rate),
    }
  })
}

/** The highest rung that is no larger than this is made first: sharp enough for most screens, and quickly encoded. */
const firstBox = 540

/** @returns the rung in which a film plays until all others are encoded. */
export const firstRung = (rungs: readonly Rung[]): Rung =>
  rungs.findLast(({ rung }) => rung <= firstBox) ?? rungs[0]!

function even(length: number): number {
  return Math.max(2, Math.floor(length / 2 + 0.25) * 2)
}

/** 360p 900, 540p 1800, 720p 3000, 1080p 5900, 2160p 19400 kbit/s (area to the power of 0.85), 1.5 times that above 30 fps. */
function maxBitrate(box: number, rate: FrameRate): number {
  const base = 3000 * ((box / 720) ** 2) ** 0.85
  return Math.round(rate.num / rate.den > 31 ? base * 1.5 : base)
}
