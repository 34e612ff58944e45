import { seeded, type Random } from '../stage/time.ts'

/** Samples a second, everywhere. */
export const rate = 48_000

/**
 * Plays one note: `hertz`, held for `seconds` (what rings after may be longer), `velocity` 0..1.
 * Answers mono samples around ±1 at velocity 1.
 */
export type Instrument = (hertz: number, seconds: number, velocity: number) => Float32Array

const tau = Math.PI * 2
const size = 4096

/** One period of a band-limited wave: `harmonics` partials weighted by `weight(n)`. */
function table(harmonics: number, weight: (n: number) => number): Float32Array {
  const wave = new Float32Array(size + 1)
  let peak = 0
  for (let i = 0; i <= size; i++) {
    let sum = 0
    for (let n = 1; n <= harmonics; n++) sum += Math.sin((i / size) * tau * n) * weight(n)
    wave[i] = sum
    peak = Math.max(peak, Math.abs(sum))
  }
  return wave.map((value) => value / peak)
}

const sine = table(1, () => 1)
const warm = table(9, (n) => 1 / n ** 1.8)
const reed = table(14, (n) => (n % 2 === 1 ? 1 / n ** 1.25 : 0.25 / n ** 1.3))
const saw = table(22, (n) => 1 / n)
const flutish = table(5, (n) => [1, 0.32, 0.12, 0.03, 0.02][n - 1] ?? 0)

/** Adds a wave at `hertz` into `out`, with vibrato of `depth` (ratio) at `wobble` hertz. */
function sing(
  out: Float32Array,
  wave: Float32Array,
  hertz: number,
  gain: number,
  phase = 0,
  depth = 0,
  wobble = 5.2,
): void {
  const step = (hertz * size) / rate
  let position = phase * size
  for (let i = 0; i < out.length; i++) {
    const index = position | 0
    const part = position - index
    const a = wave[index] ?? 0
    out[i] = (out[i] ?? 0) + (a + ((wave[index + 1] ?? 0) - a) * part) * gain
    const bend =
      depth === 0
        ? 1
        : 1 + depth * Math.min(1, i / 24_000) * sine[(((i * wobble * size) / rate) % size) | 0]!
    position += step * bend
    if (position >= size) position -= size
  }
}

/** Attack, decay to `sustain`, release after `seconds`; shapes the samples in place. */
function shape(
  out: Float32Array,
  seconds: number,
  attack: number,
  decay: number,
  sustain: number,
  release: number,
): Float32Array {
  const a = attack * rate
  const d = decay * rate
  const held = Math.max(a, seconds * rate)
  const r = release * rate
  for (let i = 0; i < out.length; i++) {
    let level: number
    if (i < a) level = i / a
    else level = sustain + (1 - sustain) * Math.exp(-(i - a) / d)
    if (i > held) {
      const after = 1 - (i - held) / r
      level *= after > 0 ? after * after : 0
    }
    out[i] = (out[i] ?? 0) * level
  }
  return out
}

/** One-pole low-pass in place. */
export function soften(out: Float32Array, cutoff: number): Float32Array {
  const k = 1 - Math.exp((-tau * cutoff) / rate)
  let state = 0
  for (let i = 0; i < out.length; i++) {
    state += ((out[i] ?? 0) - state) * k
    out[i] = state
  }
  return out
}

const samples = (seconds: number): Float32Array => new Float32Array(Math.ceil(seconds * rate))

/** Four slightly detuned voices with a slow breath: the ground under everything. */
export const pad: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 1.4)
  for (const [detune, phase] of [
    [0.9962, 0.1],
    [0.9991, 0.6],
    [1.0012, 0.35],
    [1.0045, 0.8],
  ] as const)
    sing(out, warm, hertz * detune, velocity * 0.25, phase)
  return shape(out, seconds, Math.min(0.9, seconds * 0.4), 3, 0.85, 1.4)
}

/** Bowed strings: saws through a low-pass, with vibrato. */
export const strings: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 0.7)
  for (const [detune, phase] of [
    [0.997, 0],
    [1, 0.4],
    [1.0034, 0.75],
  ] as const)
    sing(out, saw, hertz * detune, velocity * 0.34, phase, 0.0035, 5.1 + phase)
  soften(soften(out, 1200 + velocity * 1500), 3200)
  return shape(out, seconds, 0.28, 2, 0.9, 0.7)
}

/** Electric piano: two operators, the bright one dying first. */
export const keys: Instrument = (hertz, seconds, velocity) => {
  const out = samples(Math.max(1.1, seconds) + 0.5)
  let carrier = 0
  let modulator = 0
  const step = hertz / rate
  for (let i = 0; i < out.length; i++) {
    const time = i / rate
    const bright = (0.5 + velocity * 1.1) * Math.exp(-time * 3.2)
    const tine = 0.22 * velocity * Math.exp(-time * 9)
    out[i] =
      (Math.sin(tau * carrier + bright * Math.sin(tau * modulator)) +
        tine * Math.sin(tau * carrier * 7)) *
      velocity *
      0.8
    carrier += step
    modulator += step * 1.0007
  }
  return shape(out, seconds, 0.004, 1.1, 0.12, 0.45)
}

/** Piano-like: partials with their own decay, a soft hammer. */
export const piano: Instrument = (hertz, seconds, velocity) => {
  const out = samples(Math.max(1.4, seconds) + 0.6)
  const partials = Math.max(2, Math.min(8, Math.floor(9000 / hertz)))
  for (let n = 1; n <= partials; n++) {
    const gain = (velocity * 0.6) / n ** (1.5 - velocity * 0.4)
    const stretched = hertz * n * Math.sqrt(1 + 0.0004 * n * n)
    const w = (tau * stretched) / rate
    const fall = Math.exp(-(0.7 + n * 0.55 + hertz / 900) / rate)
    // A resonator costs two multiplications a sample where a sine costs twenty.
    let level = gain
    let y1 = 0
    let y2 = -Math.sin(w)
    const c = 2 * Math.cos(w)
    for (let i = 0; i < out.length; i++) {
      const y = c * y1 - y2
      y2 = y1
      y1 = y
      out[i] = (out[i] ?? 0) + y * level
      level *= fall
    }
  }
  return shape(out, seconds, 0.003, 30, 0.9, 0.5)
}

/** A music box or bell: inharmonic partials that ring on. */
export const bell: Instrument = (hertz, _seconds, velocity) => {
  const out = samples(2.6)
  for (const [ratio, gain, fall] of [
    [1, 0.6, 2],
    [2.0, 0.2, 3.4],
    [3.01, 0.22, 5],
    [5.43, 0.1, 9],
  ] as const) {
    if (hertz * ratio > 16_000) continue
    const w = (tau * hertz * ratio) / rate
    const decay = Math.exp(-fall / rate)
    let level = gain * velocity
    let y1 = 0
    let y2 = -Math.sin(w)
    const c = 2 * Math.cos(w)
    for (let i = 0; i < out.length; i++) {
      const y = c * y1 - y2
      y2 = y1
      y1 = y
      out[i] = (out[i] ?? 0) + y * level
      level *= decay
    }
  }
  return shape(out, 2.2, 0.002, 30, 1, 0.4)
}

/** A plucked string (Karplus and Strong, 1983): noise in a loop that loses its edge each time round. */
export const pluck: Instrument = (hertz, seconds, velocity) => {
  const out = samples(Math.max(0.9, seconds) + 0.6)
  const random = seeded(Math.round(hertz * 16))
  const exact = rate / hertz - 0.5
  const period = Math.floor(exact)
  const part = exact - period
  const loop = new Float32Array(period + 1)
  let last = 0
  for (let i = 0; i <= period; i++) {
    const noise = random() * 2 - 1
    last += (noise - last) * (0.25 + velocity * 0.5)
    loop[i] = last
  }
  const mean = loop.reduce((sum, value) => sum + value, 0) / loop.length
  for (let i = 0; i <= period; i++) loop[i]! -= mean
  const loss = 0.5 ** (1 / (hertz * 0.75))
  let index = 0
  let before = 0
  for (let i = 0; i < out.length; i++) {
    const next = index + 1 > period ? 0 : index + 1
    const current = loop[index] ?? 0
    const value = current * (1 - part) + before * part
    before = current
    out[i] = value * velocity * 1.5
    loop[index] = 0.5 * (value + (loop[next] ?? 0)) * loss
    index = next
  }
  return shape(out, seconds + 0.25, 0.001, 30, 1, 0.35)
}

/** A breathy flute, near to a daegeum when low and bent. */
export const flute: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 0.35)
  sing(out, flutish, hertz, velocity * 0.75, 0, 0.006, 5)
  const random = seeded(Math.round(hertz))
  let state = 0
  const k = Math.min(0.5, (hertz * 4) / rate)
  for (let i = 0; i < out.length; i++) {
    state += (random() * 2 - 1 - state) * k
    out[i] = (out[i] ?? 0) + state * 0.07 * velocity
  }
  return shape(out, seconds, 0.07, 1.5, 0.85, 0.3)
}

/** Clarinet, harmonica: odd partials. */
export const woodwind: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 0.25)
  sing(out, reed, hertz, velocity * 0.6, 0, 0.003, 5.4)
  soften(out, 2600)
  return shape(out, seconds, 0.05, 2, 0.85, 0.22)
}

/** Round bass: a sine with a little of its octave. */
export const bass: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 0.2)
  sing(out, sine, hertz, velocity * 0.85)
  sing(out, warm, hertz * 1.001, velocity * 0.3, 0.2)
  return shape(out, seconds, 0.012, 0.9, 0.6, 0.18)
}

/** A synthetic line with a filter that closes: for space and for night streets. */
export const lead: Instrument = (hertz, seconds, velocity) => {
  const out = samples(seconds + 0.4)
  sing(out, saw, hertz * 0.998, velocity * 0.3, 0, 0.004)
  sing(out, saw, hertz * 1.003, velocity * 0.3, 0.5, 0.004)
  soften(soften(out, 900 + velocity * 2200), 4200)
  return shape(out, seconds, 0.03, 0.6, 0.6, 0.4)
}

/** The instruments that have no pitch; `hertz` is ignored. */
export type Drum = 'kick' | 'snare' | 'brush' | 'hat' | 'shaker' | 'rim' | 'drum' | 'clap' | 'ride'

function noise(random: Random, seconds: number, fall: number): Float32Array {
  const out = samples(seconds)
  for (let i = 0; i < out.length; i++)
    out[i] = (random() * 2 - 1) * Math.exp((-i / rate) * fall) * Math.min(1, i / 40)
  return out
}

/** Leaves what is above `cutoff`. */
function thin(out: Float32Array, cutoff: number): Float32Array {
  const low = soften(out.slice(), cutoff)
  return out.map((value, i) => value - (low[i] ?? 0))
}

function thump(
  seconds: number,
  from: number,
  to: number,
  drop: number,
  fall: number,
): Float32Array {
  const out = samples(seconds)
  let phase = 0
  for (let i = 0; i < out.length; i++) {
    const time = i / rate
    phase += (to + (from - to) * Math.exp(-time * drop)) / rate
    out[i] = Math.sin(tau * phase) * Math.exp(-time * fall) * Math.min(1, i / 60)
  }
  return out
}

const add = (a: Float32Array, b: Float32Array, gain: number): Float32Array =>
  a.map((value, i) => value + (b[i] ?? 0) * gain)

/** One stroke of a drum at full strength. */
export function strike(drum: Drum): Float32Array {
  const random = seeded(drum.length * 97 + drum.charCodeAt(0))
  switch (drum) {
    case 'kick':
      return thump(0.4, 130, 46, 34, 9)
    case 'drum':
      return add(thump(0.9, 150, 78, 18, 4.5), soften(noise(random, 0.9, 60), 1500), 0.5)
    case 'snare':
      return add(thin(noise(random, 0.3, 17), 900), thump(0.3, 230, 180, 30, 22), 0.5)
    case 'clap':
      return soften(thin(noise(random, 0.25, 20), 1100), 5200)
    case 'brush':
      return soften(thin(noise(random, 0.22, 16), 1800), 7000)
    case 'hat':
      return thin(noise(random, 0.09, 62), 7000)
    case 'ride':
      return thin(noise(random, 0.5, 11), 8000).map((value) => value * 0.6)
    case 'shaker':
      return thin(noise(random, 0.12, 38), 4500).map((v, i) => v * Math.min(1, i / 900))
    case 'rim':
      return add(thump(0.09, 900, 820, 10, 60), thin(noise(random, 0.09, 120), 3000), 0.3)
  }
}
