import { glow, haze } from '../stage/light.ts'
import { box, line, poly, round, wash } from '../stage/shapes.ts'
import { at, type Ctx, type Stage } from '../stage/stage.ts'
import { chance, wave } from '../stage/time.ts'

export const lamp = '#f6e3b4'
export const names = { width: 1280, height: 720, count: 0, colour: '#6fa6a8' }

/** Rows of waves, each darker and faster than the one behind; `swell` is their height. */
export function sea(ctx: Ctx, t: number, top: number, swell: number, rows = 6): void {
  for (let row = 0; row < rows; row++) {
    const u = row / (rows - 1)
    const y = top + u * u * (760 - top)
    const tones = ['#1a5468', '#15475c', '#103a50', '#0b2c41', '#071f31', '#04141f']
    ctx.beginPath()
    ctx.moveTo(-20, 740)
    for (let x = -20; x <= 1300; x += 20) {
      const near = 0.4 + u
      ctx.lineTo(
        x,
        y +
          Math.sin(x * (0.016 - u * 0.008) + t * (0.7 + u * 0.5) + row * 1.9) * swell * near +
          Math.sin(x * 0.007 - t * 0.45 + row) * swell * 0.7 * near,
      )
    }
    ctx.lineTo(1300, 740)
    ctx.fillStyle = tones[row] ?? '#04141f'
    ctx.fill()
  }
}

export function night(stage: Stage) {
  return stage.backdrop((ctx, width) => {
    wash(ctx, 0, 0, width, 460, ['#03101c', '#0a2a3f', '#1c4a5c'])
    box(ctx, 0, 455, width, 300, '#0a2a3f')
  })
}

/** The ferry from the side, waterline at y = 0, about 460 long. */
export function ferry(ctx: Ctx, t: number, lights: number): void {
  at(ctx, 0, 4 * wave(t, 4.2), 1, 0.014 * wave(t, 5.1), () => {
    poly(
      ctx,
      [
        [-230, -50],
        [236, -62],
        [200, 14],
        [-200, 14],
      ],
      '#0f2230',
    )
    poly(
      ctx,
      [
        [-230, -50],
        [236, -62],
        [230, -50],
        [-226, -38],
      ],
      '#c4553a',
    )
    round(ctx, -170, -112, 310, 58, 8, '#dfe3da')
    round(ctx, -120, -158, 190, 48, 8, '#c9d0c8')
    round(ctx, 20, -200, 70, 46, 8, '#dfe3da')
    round(ctx, -96, -206, 40, 52, 4, '#c4553a')
    box(ctx, -96, -192, 40, 10, '#f6e3b4')
    line(
      ctx,
      [
        [120, -110],
        [120, -206],
      ],
      '#dfe3da',
      4,
    )
    for (let n = 0; n < 9; n++) {
      const on = chance(n, 4) < lights
      round(ctx, -156 + n * 32, -96, 20, 24, 10, on ? '#ffd98f' : '#2b3d46')
      if (n < 5) round(ctx, -104 + n * 34, -144, 20, 20, 10, on ? '#ffd98f' : '#2b3d46')
    }
    round(ctx, 30, -190, 50, 20, 4, lights > 0.1 ? '#ffe9b8' : '#2b3d46')
    if (lights > 0) {
      glow(ctx, -30, -90, 330, '#ffd98f', 0.3 * lights)
      glow(ctx, 120, -206, 60, '#ff6a3d', 0.8 * lights)
    }
  })
}

export function reflection(ctx: Ctx, t: number, x: number, y: number, strength: number): void {
  for (let n = 0; n < 9; n++) {
    const width = 190 - n * 12
    haze(
      ctx,
      x + Math.sin(t * 1.3 + n * 1.7) * 22,
      y + 16 + n * 17,
      width,
      6,
      '#ffd98f',
      0.32 * strength * (1 - n / 10),
    )
  }
}

export const coats = [
  '#b5563f',
  '#4c6b78',
  '#7d6a94',
  '#8a8350',
  '#3f6b5c',
  '#a0736a',
  '#5a6f9c',
  '#94794f',
  '#6a5a5a',
  '#41565f',
  '#8c5a72',
] as const
