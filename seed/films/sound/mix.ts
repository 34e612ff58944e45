import { setImmediate as breathe } from 'node:timers/promises'
import { event, loop, type Event, type Place } from './ambience.ts'
import { rate, strike } from './instruments.ts'
import { hertz, type Part } from './score.ts'
import { loudness } from './loudness.ts'

/** A place heard from second `from` to `to`. */
export interface Bed {
  readonly place: Place
  readonly gain: number
  readonly from?: number
  readonly to?: number
  readonly fade?: number
}

/** A sound that happens at second `at`. */
export interface Happening {
  readonly at: number
  readonly sound: Event
  readonly gain?: number
  readonly pan?: number
}

/** All that is heard in a film. Music begins at second `start`, at `tempo` beats a minute. */
export interface Soundtrack {
  readonly tempo: number
  readonly start?: number
  readonly parts: readonly Part[]
  readonly beds: readonly Bed[]
  readonly happenings?: readonly Happening[]
  /** Length of the reverberation, 0..1. */
  readonly room?: number
}

/** Stereo samples at 48 kHz. */
export interface Sound {
  readonly left: Float32Array
  readonly right: Float32Array
}

const target = -16

function mixIn(out: Float32Array, sound: Float32Array, start: number, gain: number): void {
  const first = Math.max(0, -start)
  const last = Math.min(sound.length, out.length - start)
  for (let i = first; i < last; i++) out[start + i] = (out[start + i] ?? 0) + (sound[i] ?? 0) * gain
}

/** Equal power. */
const panned = (pan: number): readonly [number, number] => {
  const angle = ((pan + 1) * Math.PI) / 4
  return [Math.cos(angle), Math.sin(angle)]
}

/**
 * A room after Schroeder and Moorer: parallel low-passed combs, then all-passes, at half the rate, which
 * nobody hears in a tail and which halves the work.
 */
function reverberate(sound: Float32Array, room: number, spread: number): Float32Array {
  const half = new Float32Array(Math.ceil(sound.length / 2))
  for (let i = 0; i < half.length; i++)
    half[i] = ((sound[2 * i] ?? 0) + (sound[2 * i + 1] ?? 0)) / 2
  const out = new Float32Array(half.length)
  for (const length of [811, 877, 947, 1013, 1097, 1163]) {
    const line = new Float32Array(length + spread)
    let index = 0
    let dull = 0
    const feedback = 0.72 + room * 0.24
    for (let i = 0; i < half.length; i++) {
      const echo = line[index]!
      dull += (echo - dull) * 0.55
      line[index] = half[i]! + dull * feedback
      out[i]! += echo * 0.16
      index = index + 1 === line.length ? 0 : index + 1
    }
  }
  for (const length of [281, 173]) {
    const line = new Float32Array(length + spread)
    let index = 0
    for (let i = 0; i < out.length; i++) {
      const late = line[index]!
      const input = out[i]!
      line[index] = input + late * 0.5
      out[i] = late - input * 0.5
      index = index + 1 === line.length ? 0 : index + 1
    }
  }
  const full = new Float32Array(sound.length)
  let before = 0
  for (let i = 0; i < out.length; i++) {
    const value = out[i]!
    full[2 * i] = (before + value) / 2
    if (2 * i + 1 < full.length) full[2 * i + 1] = value
    before = value
  }
  return full
}

/** Turns down what would go over the ceiling, some milliseconds ahead of it, and lets go slowly. */
function limit(left: Float32Array, right: Float32Array, ceiling: number): void {
  const block = 96
  const blocks = Math.ceil(left.length / block)
  const wanted = new Float32Array(blocks + 1).fill(1)
  for (let b = 0; b < blocks; b++) {
    let peak = 0
    for (let i = b * block; i < Math.min(left.length, (b + 1) * block); i++)
      peak = Math.max(peak, Math.abs(left[i]!), Math.abs(right[i]!))
    if (peak > ceiling) wanted[b] = ceiling / peak
  }
  const gains = new Float32Array(blocks + 1).fill(1)
  let level = 1
  for (let b = 0; b <= blocks; b++) {
    let need = 1
    for (let ahead = -1; ahead <= 2; ahead++) need = Math.min(need, wanted[b + ahead] ?? 1)
    level = need < level ? need : level + (need - level) * 0.012
    gains[b] = level
  }
  for (let b = 0; b < blocks; b++)
    for (let i = 0; i < block && b * block + i < left.length; i++) {
      const index = b * block + i
      const gain = gains[b]! + (gains[b + 1]! - gains[b]!) * (i / block)
      left[index]! *= Math.min(gain, 1)
      right[index]! *= Math.min(gain, 1)
    }
}

/**
 * Renders a soundtrack of `seconds` at -16 LUFS with peaks below -1.5 dBFS and soft ends. Gives way to
 * other work between parts.
 */
export async function render(track: Soundtrack, seconds: number): Promise<Sound> {
  const length = Math.round(seconds * rate)
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const sendLeft = new Float32Array(length)
  const sendRight = new Float32Array(length)
  const beat = 60 / track.tempo
  for (const part of track.parts) {
    const known = new Map<string, Float32Array>()
    const [panLeft, panRight] = panned(part.pan ?? 0)
    const send = part.send ?? 0.3
    for (const note of part.notes) {
      const start = Math.round(((track.start ?? 0) + note.at * beat) * rate)
      if (start >= length) continue
      const held = note.beats * beat
      const key = `${note.midi}/${held.toFixed(2)}/${note.velocity.toFixed(2)}`
      let sound = known.get(key)
      if (!sound) {
        sound =
          typeof part.play === 'string'
            ? strike(part.play).map((value) => value * note.velocity)
            : part.play(hertz(note.midi), held, note.velocity)
        known.set(key, sound)
      }
      mixIn(left, sound, start, part.gain * panLeft)
      mixIn(right, sound, start, part.gain * panRight)
      if (send > 0) {
        mixIn(sendLeft, sound, start, part.gain * send * (0.35 + panLeft * 0.65))
        mixIn(sendRight, sound, start, part.gain * send * (0.35 + panRight * 0.65))
      }
    }
    await breathe()
  }
  const dry = await around(track, left, right)
  const room = track.room ?? 0.5
  const wetLeft = reverberate(sendLeft, room, 0)
  await breathe()
  const wetRight = reverberate(sendRight, room, 13)
  await breathe()
  for (let i = 0; i < length; i++) {
    left[i] = left[i]! + wetLeft[i]! + dry.left[i]!
    right[i] = right[i]! + wetRight[i]! + dry.right[i]!
  }
  balance(left)
  balance(right)
  master(left, right)
  return { left, right }
}

async function around(track: Soundtrack, left: Float32Array, right: Float32Array): Promise<Sound> {
  const seconds = left.length / rate
  const out = [new Float32Array(left.length), new Float32Array(right.length)] as const
  for (const bed of track.beds) {
    const from = bed.from ?? 0
    const to = Math.min(seconds, bed.to ?? seconds)
    const fade = bed.fade ?? 2
    out.forEach((channel, number) => {
      const sound = loop(bed.place, number)
      const last = Math.min(channel.length, Math.round(to * rate))
      let level = 0
      for (let i = Math.round(from * rate); i < last; i++) {
        if (i % 64 === 0 || level === 0) {
          const time = i / rate
          level = bed.gain * Math.min(1, (time - from) / fade + 0.001, (to - time) / fade)
        }
        channel[i]! += sound[i % sound.length]! * level
      }
    })
    await breathe()
  }
  for (const happening of track.happenings ?? []) {
    const sound = event(happening.sound)
    const [panLeft, panRight] = panned(happening.pan ?? 0)
    const start = Math.round(happening.at * rate)
    const gain = happening.gain ?? 0.5
    mixIn(out[0], sound, start, gain * panLeft)
    mixIn(out[1], sound, start, gain * panRight)
  }
  return { left: out[0], right: out[1] }
}

/**
 * Takes away what is below hearing (under 25 Hz), because echoes pile up any offset their source has, and
 * holds the bass 4 dB down below 140 Hz, so that a telephone's loudspeaker still tells the tune.
 */
function balance(samples: Float32Array): void {
  const keep = Math.exp((-2 * Math.PI * 25) / rate)
  const follow = 1 - Math.exp((-2 * Math.PI * 140) / rate)
  let before = 0
  let out = 0
  let low = 0
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i]!
    out = value - before + keep * out
    before = value
    low += (out - low) * follow
    samples[i] = out - 0.37 * low
  }
}

function master(left: Float32Array, right: Float32Array): void {
  const ceiling = 0.8
  for (let pass = 0; pass < 2; pass++) {
    const gain = 10 ** ((target - loudness(left, right)) / 20)
    for (let i = 0; i < left.length; i++) {
      left[i]! *= gain
      right[i]! *= gain
    }
    if (pass === 0) limit(left, right, ceiling)
  }
  limit(left, right, ceiling)
  const ends = Math.min(rate * 0.4, left.length / 8)
  const out = Math.min(rate * 1.6, left.length / 8)
  for (let i = 0; i < out; i++) {
    if (i < ends) {
      left[i]! *= i / ends
      right[i]! *= i / ends
    }
    left[left.length - 1 - i]! *= i / out
    right[right.length - 1 - i]! *= i / out
  }
}
