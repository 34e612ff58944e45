import { seeded, type Random } from '../stage/time.ts'
import { rate, soften } from './instruments.ts'

/** Background sound behind the music, as a seamless loop. */
export type Place =
  | 'rain'
  | 'sea'
  | 'wind'
  | 'train'
  | 'crowd'
  | 'hum'
  | 'crickets'
  | 'space'
  | 'sizzle'
  | 'engine'
  | 'birds'
  | 'water'
  | 'paper'

const tau = Math.PI * 2

function noise(random: Random, length: number): Float32Array {
  const out = new Float32Array(length)
  for (let i = 0; i < length; i++) out[i] = random() * 2 - 1
  return out
}

const low = (out: Float32Array, cutoff: number): Float32Array =>
  soften(soften(out, cutoff), cutoff * 1.4)

function high(out: Float32Array, cutoff: number): Float32Array {
  const under = soften(out.slice(), cutoff)
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) - (under[i] ?? 0)
  return out
}

function times(out: Float32Array, gain: (second: number) => number): Float32Array {
  // Gains move slowly: every 32nd sample is enough.
  let level = 1
  for (let i = 0; i < out.length; i++) {
    if (i % 32 === 0) level = gain(i / rate)
    out[i] = (out[i] ?? 0) * level
  }
  return out
}

/** Adds short sounds at random moments, wrapped round the loop's end. */
function sprinkle(
  out: Float32Array,
  random: Random,
  count: number,
  seconds: number,
  sound: (time: number, pitch: number) => number,
): Float32Array {
  const length = Math.floor(seconds * rate)
  for (let n = 0; n < count; n++) {
    const start = Math.floor(random() * out.length)
    const pitch = random()
    const gain = 0.3 + random() * 0.7
    for (let i = 0; i < length; i++) {
      const index = (start + i) % out.length
      out[index] = (out[index] ?? 0) + sound(i / rate, pitch) * gain
    }
  }
  return out
}

/** Loop lengths are multiples of what repeats inside, so that nothing jumps where the loop closes. */
const lengths: Partial<Record<Place, number>> = { sea: 16, train: 9.6, engine: 8, wind: 16 }

/** One channel of a place, `channel` 0 or 1, around ±0.3. */
export function loop(place: Place, channel: number): Float32Array {
  const seconds = lengths[place] ?? 11
  const length = Math.floor(seconds * rate)
  const random = seeded(place.charCodeAt(0) * 131 + place.charCodeAt(2) * 7 + channel * 977)
  const fade = Math.floor(0.6 * rate)
  const raw = (): Float32Array => noise(random, length + fade)
  const close = (out: Float32Array): Float32Array => {
    for (let i = 0; i < fade; i++) {
      const u = i / fade
      out[i] = (out[i] ?? 0) * Math.sqrt(u) + (out[length + i] ?? 0) * Math.sqrt(1 - u)
    }
    return out.subarray(0, length)
  }
  const turn = (second: number, count: number, phase = 0): number =>
    Math.sin(tau * ((second / seconds) * count + phase))
  switch (place) {
    case 'rain': {
      const hiss = close(high(soften(raw(), 6500), 700)).map((value) => value * 0.3)
      return sprinkle(
        hiss,
        random,
        420,
        0.03,
        (time, pitch) => Math.sin(tau * (900 + pitch * 2600) * time) * Math.exp(-time * 160) * 0.16,
      )
    }
    case 'sea': {
      const body = times(close(low(raw(), 420)), (s) => 0.9 + 0.6 * turn(s, 2, channel * 0.12))
      const foam = times(close(high(soften(raw(), 4200), 900)), (s) => {
        const swell = 0.5 + 0.5 * turn(s, 2, 0.86 + channel * 0.1)
        return 0.22 * swell ** 3
      })
      return body.map((value, i) => value * 0.8 + (foam[i] ?? 0))
    }
    case 'wind':
      return times(
        close(low(high(raw(), 160), 480)),
        (s) => 0.9 + 0.35 * turn(s, 1, channel * 0.2) + 0.25 * turn(s, 3, 0.3 + channel * 0.1),
      )
    case 'train': {
      const rumble = close(low(raw(), 150)).map((value) => value * 2)
      for (let beat = 0; beat < seconds; beat += 1.2)
        for (const late of [0, 0.17]) {
          const start = Math.floor((beat + late) * rate)
          for (let i = 0; i < 5200 && start + i < length; i++) {
            const time = i / rate
            rumble[start + i] =
              (rumble[start + i] ?? 0) +
              (Math.sin(tau * 92 * time) * 0.35 + (random() - 0.5) * 0.28) * Math.exp(-time * 42)
          }
        }
      return rumble
    }
    case 'crowd': {
      const out = new Float32Array(length)
      for (let voice = 0; voice < 9; voice++) {
        const pace = 3 + Math.floor(random() * 4)
        const phase = random()
        const formant = 320 + random() * 900
        const one = close(high(low(raw(), formant * 1.5), formant * 0.5))
        times(one, (s) => {
          const syllable = 0.5 + 0.5 * Math.sin(tau * (pace * s + phase + 0.4 * Math.sin(s * 2.1)))
          return syllable ** 2 * (0.5 + 0.5 * turn(s, 2 + (voice % 4), phase))
        })
        for (let i = 0; i < length; i++) out[i] = (out[i] ?? 0) + (one[i] ?? 0) * 0.42
      }
      return out
    }
    case 'hum': {
      const air = close(low(raw(), 300)).map((value) => value * 0.5)
      return air.map((value, i) => {
        const time = i / rate
        return (
          value + 0.05 * Math.sin(tau * 60 * time) + 0.05 * Math.sin(tau * 120 * time + channel)
        )
      })
    }
    case 'crickets': {
      const air = close(low(raw(), 240)).map((value) => value * 0.4)
      return air.map((value, i) => {
        const time = i / rate
        const song = Math.max(0, Math.sin(tau * 2 * time + channel)) ** 3
        const trill = Math.max(0, Math.sin(tau * 31 * time))
        return value + 0.035 * song * trill * Math.sin(tau * (4100 + channel * 260) * time)
      })
    }
    case 'space': {
      const air = close(low(raw(), 110)).map((value) => value * 1.6)
      return air.map((value, i) => {
        const s = i / rate
        const slow = 0.5 + 0.5 * turn(s, 1, channel * 0.3)
        return value + 0.07 * Math.sin(tau * 55 * s) + 0.03 * slow * Math.sin(tau * 220.5 * s)
      })
    }
    case 'sizzle': {
      const fat = times(close(high(raw(), 3600)), (s) => 0.1 + 0.05 * turn(s, 3, channel * 0.4))
      return sprinkle(fat, random, 260, 0.012, (time) => (random() - 0.5) * Math.exp(-time * 400))
    }
    case 'engine':
      return times(close(low(raw(), 95)), (s) => 2.4 + 1.1 * Math.sin(tau * 5.5 * s))
    case 'birds': {
      const air = close(low(raw(), 400)).map((value) => value * 0.25)
      return sprinkle(air, random, 16, 0.42, (time, pitch) => {
        const chirp = Math.max(0, Math.sin(tau * (5 + pitch * 4) * time)) ** 2
        const bend = 2300 + pitch * 2200 + 500 * Math.sin(tau * 9 * time)
        return 0.1 * chirp * Math.sin(tau * bend * time) * Math.sin((Math.PI * time) / 0.42)
      })
    }
    case 'water': {
      const slosh = times(close(low(raw(), 700)), (s) => 0.25 + 0.2 * turn(s, 9, channel * 0.3))
      return sprinkle(slosh, random, 60, 0.09, (time, pitch) => {
        const rise = 420 + pitch * 700 + time * 5200
        return 0.2 * Math.sin(tau * rise * time) * Math.sin((Math.PI * time) / 0.09)
      })
    }
    case 'paper': {
      const still = close(low(raw(), 200)).map((value) => value * 0.2)
      const rustle = high(noise(random, 9600), 2600)
      return sprinkle(still, random, 14, 0.2, (time) => {
        const grain = rustle[Math.floor(time * rate)] ?? 0
        return (
          0.12 * grain * Math.sin((Math.PI * time) / 0.2) * (Math.sin(time * 410) > -0.2 ? 1 : 0.2)
        )
      })
    }
  }
}

/** A sound that happens once. */
export type Event =
  | 'ding'
  | 'door'
  | 'horn'
  | 'beep'
  | 'chime'
  | 'step'
  | 'splash'
  | 'whoosh'
  | 'sparkle'
  | 'thunder'
  | 'buoy'
  | 'thud'
  | 'click'

const tones = (
  seconds: number,
  partials: readonly (readonly [hertz: number, gain: number, start: number, fall: number])[],
): Float32Array => {
  const out = new Float32Array(Math.floor(seconds * rate))
  for (const [pitch, gain, start, fall] of partials)
    for (let i = Math.floor(start * rate); i < out.length; i++) {
      const time = i / rate - start
      out[i] =
        (out[i] ?? 0) +
        Math.sin(tau * pitch * time) * gain * Math.exp(-time * fall) * Math.min(1, time * 400)
    }
  return out
}

const burst = (
  seconds: number,
  cutoff: number,
  floor: number,
  gain: (u: number) => number,
): Float32Array => {
  const length = Math.floor(seconds * rate)
  const out = high(low(noise(seeded(Math.round(cutoff + seconds * 10)), length), cutoff), floor)
  return out.map((value, i) => value * gain(i / length))
}

/** The samples of a sound that happens once, mono, around ±0.6. */
export function event(kind: Event): Float32Array {
  switch (kind) {
    case 'ding':
      return tones(1.8, [
        [1318.5, 0.4, 0, 3],
        [2637, 0.12, 0, 5],
        [1046.5, 0.3, 0.32, 3],
      ])
    case 'chime':
      return tones(2.2, [
        [783.99, 0.26, 0, 4],
        [659.26, 0.26, 0.22, 4],
        [523.25, 0.26, 0.44, 4],
        [783.99, 0.26, 0.66, 3],
        [1046.5, 0.3, 0.88, 2.4],
      ])
    case 'beep':
      return tones(0.3, [[1760, 0.25, 0, 9]])
    case 'sparkle':
      return tones(
        2.4,
        [1568, 1976, 2349, 3136, 3951].map((pitch, n) => [pitch, 0.13, n * 0.09, 2.6] as const),
      )
    case 'horn':
      return low(
        tones(3.4, [
          [98, 0.5, 0, 0.35],
          [147, 0.3, 0, 0.35],
          [196, 0.2, 0, 0.4],
          [99.2, 0.4, 0, 0.35],
        ]).map((value, i, all) => {
          const u = i / all.length
          return Math.tanh(value * 2.4) * 0.5 * Math.min(1, u * 8, (1 - u) * 3)
        }),
        900,
      )
    case 'buoy':
      return tones(2.6, [
        [622, 0.25, 0, 2],
        [1490, 0.1, 0, 3],
        [622, 0.14, 0.7, 2.4],
      ])
    case 'door':
      return burst(1.3, 500, 60, (u) => 1.6 * Math.sin(Math.PI * u) ** 0.7 * (1 - u * 0.5))
    case 'step':
      return burst(0.14, 900, 80, (u) => 2.2 * Math.exp(-u * 9))
    case 'thud':
      return tones(0.5, [
        [70, 0.7, 0, 9],
        [52, 0.5, 0.01, 7],
      ])
    case 'click':
      return burst(0.05, 5000, 900, (u) => 1.4 * Math.exp(-u * 8))
    case 'splash':
      return burst(1.1, 2600, 300, (u) => 1.1 * Math.exp(-u * 5) * Math.min(1, u * 30))
    case 'whoosh':
      return burst(1.6, 1100, 150, (u) => 1.8 * Math.sin(Math.PI * u) ** 2)
    case 'thunder':
      return burst(4, 140, 25, (u) => 5 * Math.exp(-u * 3.5) * Math.min(1, u * 20))
  }
}
