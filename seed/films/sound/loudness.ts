import { rate } from './instruments.ts'

/** The two filters of ITU-R BS.1770-4 for 48 kHz (its tables 1 and 2), as one energy a 100 ms block. */
function energies(samples: Float32Array, block: number): Float64Array {
  const out = new Float64Array(Math.floor(samples.length / block))
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  let z1 = 0
  let z2 = 0
  for (let b = 0; b < out.length; b++) {
    let sum = 0
    for (let i = b * block; i < (b + 1) * block; i++) {
      const x = samples[i]!
      const y =
        1.53512485958697 * x -
        2.69169618940638 * x1 +
        1.19839281085285 * x2 +
        1.69065929318241 * y1 -
        0.73248077421585 * y2
      const z = y - 2 * y1 + y2 + 1.99004745483398 * z1 - 0.99007225036621 * z2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      z2 = z1
      z1 = z
      sum += z * z
    }
    out[b] = sum / block
  }
  return out
}

/** Integrated loudness in LUFS (ITU-R BS.1770-4: 400 ms blocks, gates at -70 and 10 below the rest). */
export function loudness(left: Float32Array, right: Float32Array): number {
  const block = rate / 10
  const a = energies(left, block)
  const b = energies(right, block)
  const blocks: number[] = []
  for (let i = 0; i + 3 < a.length; i++) {
    let sum = 0
    for (let k = 0; k < 4; k++) sum += a[i + k]! + b[i + k]!
    blocks.push(sum / 4)
  }
  const level = (energy: number): number => -0.691 + 10 * Math.log10(Math.max(energy, 1e-12))
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length)
  const heard = blocks.filter((energy) => level(energy) > -70)
  const gate = level(mean(heard)) - 10
  return level(mean(heard.filter((energy) => level(energy) > gate)))
}
