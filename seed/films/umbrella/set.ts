import { person, umbrella as openUmbrella, type Figure } from '../stage/figure.ts'
import { glow, haze } from '../stage/light.ts'
import { box, disc, poly, round, wash } from '../stage/shapes.ts'
import type { Ctx, Stage } from '../stage/stage.ts'
import { seeded, wave } from '../stage/time.ts'

export const she: Figure = {
  height: 430,
  coat: '#e8e2d6',
  hair: '#2a2430',
  cut: 'long',
  legs: '#3c4560',
  bag: '#b5654a',
}
export const he: Figure = {
  height: 466,
  coat: '#2f4a68',
  hair: '#211f28',
  legs: '#22283a',
  scarf: '#7d98ad',
}
export const yellow = ['#f2b705', '#d19a00'] as const
export const drops = {
  width: 720,
  height: 1280,
  count: 240,
  colour: '#d6e8f5',
  speed: 1250,
  size: 42,
  wind: -170,
}

/** Blurred lights of a street far away, in the colours of wet signs. */
export function street(stage: Stage, seed: number, width = 720) {
  return stage.layer(width, 1280, (ctx) => {
    wash(ctx, 0, 0, width, 1280, ['#152238', '#24405f', '#3b6284', '#2c4c6b'])
    const random = seeded(seed)
    for (let x = -40; x < width; x += 90 + random() * 60) {
      const top = 240 + random() * 330
      box(ctx, x, top, 110 + random() * 60, 900 - top, random() > 0.5 ? '#1d3350' : '#22405f')
      for (let y = top + 30; y < 800; y += 46)
        for (let n = 0; n < 3; n++)
          if (random() > 0.55)
            round(ctx, x + 16 + n * 34, y, 18, 24, 3, random() > 0.7 ? '#f6d98f' : '#6f93b0')
    }
    for (let n = 0; n < 26; n++)
      glow(
        ctx,
        random() * width,
        640 + random() * 230,
        24 + random() * 46,
        ['#f2b705', '#e8776a', '#7fd0d8', '#f4f1e6'][n % 4] ?? '#ffffff',
        0.5,
      )
    wash(ctx, 0, 860, width, 420, ['#20374f', '#16273c'])
    for (let n = 0; n < 34; n++)
      haze(
        ctx,
        random() * width,
        890 + random() * 330,
        14 + random() * 30,
        60 + random() * 120,
        ['#f2b705', '#e8776a', '#7fd0d8', '#b7cddb'][n % 4] ?? '#ffffff',
        0.13,
      )
  })
}

export function shelter(ctx: Ctx): void {
  box(ctx, 70, 430, 12, 640, '#3a5068')
  box(ctx, 610, 430, 12, 640, '#3a5068')
  poly(
    ctx,
    [
      [30, 400],
      [660, 400],
      [640, 440],
      [50, 440],
    ],
    '#8fb0c6',
  )
  box(ctx, 82, 450, 528, 420, 'rgba(190,220,235,0.12)')
  round(ctx, 130, 930, 430, 22, 8, '#8a6a50')
  for (const x of [170, 500]) box(ctx, x, 950, 14, 100, '#5a4636')
  round(ctx, 500, 480, 84, 260, 8, '#f4f1e6')
  disc(ctx, 542, 520, 22, '#2f7fb0')
  for (let n = 0; n < 5; n++) round(ctx, 516, 566 + n * 30, 52, 9, 4, '#b7c6cf')
}

/** The two under it, from behind or from the side; `tilt` leans the umbrella to her. */
export function couple(
  ctx: Ctx,
  t: number,
  x: number,
  y: number,
  back: boolean,
  tilt: number,
  step: number | undefined,
): void {
  const walk = step === undefined ? { breath: wave(t, 3) } : { step }
  person(ctx, x - 66, y, { ...she, ...walk, back })
  person(ctx, x + 62, y + 8, {
    ...he,
    ...walk,
    back,
    arm: back ? 0.5 : -0.6,
    ...(back ? {} : { nod: 0.04 }),
  })
  openUmbrella(ctx, x + 8, y - 242, 320, ...yellow, -tilt * 0.16 + 0.015 * wave(t, 1.9))
}
