/** People as silhouettes: small ones that give scale, and heads in profile for the portraits. */
import { blob, type Path2D, type Stage } from './brush.ts'

export type Stance = {
  coat?: 'long' | 'short' | 'dress'
  hair?: 'short' | 'bob' | 'long' | 'bun' | 'hat'
  /** -1 looks left, 1 right. */
  facing?: -1 | 1
  walking?: boolean
  headColour?: string
  hairColour?: string
}

/** A standing person whose feet are at x, y, `height` tall. */
export function person(
  s: Stage,
  x: number,
  y: number,
  height: number,
  colour: string,
  stance: Stance = {},
) {
  const u = height / 100
  const { coat = 'long', hair = 'short', facing = 1, walking = false } = stance
  const { pen } = s
  pen.save()
  pen.translate(x, y)
  pen.scale(u * facing, u)
  pen.fillStyle = colour
  const hem = coat === 'long' ? -28 : coat === 'dress' ? -22 : -44
  const legs = walking ? [-9, 8] : [-4.6, 4.6]
  for (const [i, foot] of legs.entries()) {
    const hip = i === 0 ? -3.6 : 3.6
    pen.beginPath()
    pen.moveTo(hip - 4, -46)
    pen.lineTo(hip + 4, -46)
    pen.lineTo(foot + 2.4, -2)
    pen.lineTo(foot + 5.4, 0)
    pen.lineTo(foot - 2.6, 0)
    pen.closePath()
    pen.fill()
  }
  const flare = coat === 'dress' ? 15 : coat === 'long' ? 12.5 : 10.5
  pen.fill(
    blob([
      [-4, -84],
      [4, -84],
      [11, -80],
      [12.5, -62],
      [flare * 0.95, hem - 8],
      [flare, hem],
      [0, hem + 1.5],
      [-flare, hem],
      [-flare * 0.95, hem - 8],
      [-12.5, -62],
      [-11, -80],
    ]),
  )
  pen.fillRect(-2.6, -88, 5.2, 7)
  pen.fillStyle = stance.headColour ?? colour
  pen.beginPath()
  pen.ellipse(0.6, -92.5, 5.6, 7, 0, 0, 6.3)
  pen.fill()
  pen.fillStyle = stance.hairColour ?? colour
  pen.beginPath()
  if (hair === 'bob') pen.roundRect(-7.2, -100.4, 13.4, 13.5, [7, 7, 3, 4])
  else if (hair === 'long') pen.roundRect(-7.4, -100.4, 13, 26, [7, 7, 2, 5])
  else if (hair === 'bun') {
    pen.ellipse(-0.4, -96, 6.4, 5, 0, 0, 6.3)
    pen.ellipse(-4, -102, 3.4, 3.2, 0, 0, 6.3)
  } else if (hair === 'hat') {
    pen.roundRect(-11, -98.4, 22, 2.4, 1.2)
    pen.roundRect(-6, -105, 12, 8, [3, 3, 0, 0])
  } else pen.ellipse(-0.5, -96, 6.3, 5, 0, 0, 6.3)
  pen.fill()
  pen.restore()
}

/** A seated person seen from the side, the seat at x, y; `height` as if standing. */
export function sitter(
  s: Stage,
  x: number,
  y: number,
  height: number,
  colour: string,
  facing: -1 | 1 = 1,
) {
  const u = height / 100
  const { pen } = s
  pen.save()
  pen.translate(x, y)
  pen.scale(u * facing, u)
  pen.fillStyle = colour
  pen.fill(
    blob([
      [-3, -40],
      [4, -40],
      [8, -30],
      [8, -8],
      [24, -8],
      [26, 0],
      [20, 3],
      [-8, 3],
      [-10, -8],
      [-8, -32],
    ]),
  )
  pen.beginPath()
  pen.moveTo(17, -4)
  pen.lineTo(25, -4)
  pen.lineTo(24, 26)
  pen.lineTo(30, 29)
  pen.lineTo(18.5, 29)
  pen.closePath()
  pen.fill()
  pen.fillRect(-1, -46, 5, 8)
  pen.beginPath()
  pen.ellipse(2.4, -50, 5.8, 7.2, 0, 0, 6.3)
  pen.ellipse(0.8, -54, 6.4, 5, 0, 0, 6.3)
  pen.fill()
  pen.restore()
}

const FACE: readonly (readonly [number, number])[] = [
  [-0.3, 0.16],
  [-0.27, -0.08],
  [-0.4, -0.34],
  [-0.44, -0.62],
  [-0.3, -0.9],
  [-0.02, -1.02],
  [0.22, -0.93],
  [0.325, -0.76],
  [0.335, -0.62],
  [0.318, -0.55],
  [0.36, -0.46],
  [0.44, -0.365],
  [0.432, -0.33],
  [0.352, -0.315],
  [0.348, -0.285],
  [0.382, -0.25],
  [0.345, -0.222],
  [0.368, -0.18],
  [0.325, -0.14],
  [0.335, -0.075],
  [0.29, -0.015],
  [0.18, 0.005],
  [0.06, -0.03],
  [0.045, 0.1],
  [0.1, 0.24],
  [0.36, 0.36],
  [0.66, 0.5],
  [0.82, 0.8],
  [0.86, 1.2],
  [-0.95, 1.2],
  [-0.9, 0.75],
  [-0.72, 0.45],
  [-0.42, 0.32],
]

/** Outline of a head and shoulders in profile; the chin is at x, y, the head `size` tall. */
export function profile(x: number, y: number, size: number, facing: -1 | 1 = 1): Path2D {
  return blob(FACE.map(([px, py]) => [x + px * size * facing, y + py * size] as const))
}

/** Hair for {@link profile}: a bob that leaves the face free, or cropped short. */
export function hair(
  x: number,
  y: number,
  size: number,
  facing: -1 | 1,
  cut: 'bob' | 'short' | 'long',
): Path2D {
  const base: [number, number][] = [
    [0.31, -0.78],
    [0.25, -0.98],
    [0, -1.1],
    [-0.34, -1.0],
    [-0.52, -0.7],
  ]
  const rest: [number, number][] =
    cut === 'short'
      ? [
          [-0.46, -0.36],
          [-0.3, -0.22],
          [-0.16, -0.3],
          [-0.08, -0.48],
          [-0.02, -0.5],
          [0.02, -0.66],
          [0.16, -0.76],
        ]
      : cut === 'bob'
        ? [
            [-0.56, -0.3],
            [-0.5, -0.02],
            [-0.22, 0.02],
            [-0.02, -0.08],
            [0.06, -0.3],
            [0.04, -0.56],
            [0.17, -0.74],
          ]
        : [
            [-0.62, -0.2],
            [-0.72, 0.3],
            [-0.66, 0.72],
            [-0.34, 0.76],
            [-0.16, 0.4],
            [-0.06, 0],
            [0.02, -0.3],
            [0.03, -0.56],
            [0.17, -0.74],
          ]
  return blob(
    [...base, ...rest].map(([px, py]) => [x + px * size * facing, y + py * size] as const),
  )
}
