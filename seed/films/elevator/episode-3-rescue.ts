import { person } from '../stage/figure.ts'
import { glow, vignette } from '../stage/light.ts'
import { box, disc, line, round, wash } from '../stage/shapes.ts'
import { at, put, type Ctx, type Shot, type Stage } from '../stage/stage.ts'
import { text } from '../stage/text.ts'
import { between, depart, lerp, ramp, smooth, wave } from '../stage/time.ts'
import { her, him, indicator, section, smallCar } from './car.ts'

/** The doorway from inside: above the edge the hall of the fourteenth floor, below it only concrete. */
function outside(stage: Stage) {
  return stage.layer(720, 1280, (ctx) => {
    wash(ctx, 0, 0, 720, 720, ['#f0c98c', '#f7dfb0', '#e3b884'])
    round(ctx, 170, 250, 150, 400, 6, '#7a5a4a')
    round(ctx, 182, 262, 126, 388, 4, '#8a6a5b')
    disc(ctx, 294, 480, 8, '#e3c08d')
    text(ctx, '1402', 245, 306, { size: 26, weight: 700, colour: '#fff3dc' })
    round(ctx, 350, 230, 90, 70, 8, '#3f6b66')
    text(ctx, '14', 395, 265, { size: 40, weight: 700, colour: '#fff7ea' })
    box(ctx, 0, 650, 720, 50, '#b98f62')
    box(ctx, 0, 700, 720, 12, '#e8d8b8')
    wash(ctx, 0, 712, 720, 568, ['#6a6470', '#4d4854', '#3a3640'])
    for (let n = 0; n < 6; n++) box(ctx, 0, 760 + n * 84, 720, 3, 'rgba(0,0,0,0.18)')
    text(ctx, '13.5', 360, 860, { size: 64, weight: 900, colour: 'rgba(255,255,255,0.09)' })
  })
}

/** The walls of the car around the doorway, and its doors: `open` 0 shut, 1 open. */
function doorway(ctx: Ctx, open: number): void {
  for (const side of [-1, 1]) {
    const x = (side < 0 ? 125 : 360) + side * 235 * open
    ctx.save()
    ctx.beginPath()
    ctx.rect(125, 190, 470, 900)
    ctx.clip()
    wash(ctx, x, 190, 235, 900, ['#9d968a', '#77726b', '#8a8479'])
    for (let n = 0; n < 6; n++) box(ctx, x + 18 + n * 36, 190, 2, 900, 'rgba(255,255,255,0.1)')
    box(ctx, side < 0 ? x + 230 : x, 190, 5, 900, '#45413b')
    ctx.restore()
  }
  box(ctx, 0, 0, 125, 1280, '#4f463a')
  box(ctx, 595, 0, 125, 1280, '#4f463a')
  box(ctx, 125, 0, 470, 190, '#443c32')
  box(ctx, 107, 172, 18, 918, '#7d684c')
  box(ctx, 595, 172, 18, 918, '#7d684c')
  box(ctx, 107, 172, 506, 18, '#7d684c')
  wash(ctx, 0, 1090, 720, 190, ['#45392f', '#2a231d'])
  line(
    ctx,
    [
      [125, 1090],
      [595, 1090],
    ],
    '#8a7a5e',
    6,
  )
}

const rescuer = {
  height: 430,
  coat: '#e07b2f',
  hair: '#f2c230',
  legs: '#2f3240',
  scarf: '#f0e4b0',
} as const

export const oneByOne: Shot = {
  seconds: 18,
  enter: 'melt',
  prepare: (stage) => {
    const hall = outside(stage)
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const open = ramp(t, 0.8, 3) * 0.86
      put(ctx, hall)
      const bow = ramp(t, 2.6, 4)
      person(ctx, 470, 694, {
        ...rescuer,
        facing: -1,
        arm: lerp(0.2, 1, bow),
        nod: 0.2 * bow,
        breath: wave(t, 2),
      })
      doorway(ctx, open)
      glow(ctx, 360, 460, 520, '#ffe3a8', 0.5 * open)
      indicator(ctx, 360, 104, '--', null)
      const look = t > 7.6
      person(ctx, 215, 1262, {
        ...her,
        height: 560,
        facing: 1,
        back: !look,
        breath: wave(t, 3),
        nod: look ? -0.06 : -0.12 * bow,
      })
      person(ctx, 508, 1270, {
        ...him,
        height: 600,
        facing: -1,
        back: t < 5,
        breath: wave(t, 2.7),
        arm: 1.1 * between(t, 5.2, 8.6, 0.6),
      })
      put(ctx, dark)
    }
  },
}

export const hands: Shot = {
  seconds: 12,
  enter: 'melt',
  prepare: (stage) => {
    const hall = outside(stage)
    const dark = vignette(stage, 0.6)
    return (ctx, t) => {
      const fall = depart((t - 9.9) / 1.1)
      const shake = t > 9.7 ? 12 * Math.exp(-(t - 9.7) * 1.6) * wave(t, 0.1) : 0
      const power = t < 9.7 ? 1 : Math.sin(t * 43) > 0.2 ? 0.35 : 0.9
      at(ctx, 0, shake, 1, 0, () => {
        at(ctx, 0, -900 * fall, 1, 0, () => {
          put(ctx, hall)
          wash(ctx, 0, 1280, 720, 900, ['#3a3640', '#2a2730'])
          person(ctx, 506, 690, { ...rescuer, facing: -1, arm: 0.5, breath: wave(t, 2) })
          person(ctx, 318, 792, {
            height: 430,
            coat: her.coat,
            hair: her.hair,
            cut: her.cut,
            legs: her.legs,
            sitting: true,
            facing: 1,
            arm: 0.42 + 0.06 * wave(t, 2),
            nod: 0.3,
            breath: wave(t, 2.4),
          })
        })
        doorway(ctx, 0.86 * (1 - ramp(t, 10.3, 11.3)))
        glow(ctx, 360, 460, 520, '#ffe3a8', 0.45 * (1 - fall))
        // Her bag has stayed below.
        round(ctx, 470, 1190, 96, 74, 16, her.bag)
        round(ctx, 492, 1170, 52, 30, 15, '#d9c094')
        round(ctx, 500, 1178, 36, 22, 11, '#4a4144')
        const stretch = ramp(t, 1, 4.6)
        person(ctx, 300, 1268, {
          ...him,
          height: 600,
          facing: 1,
          arm: lerp(0.4, 2.5, stretch) - 0.7 * ramp(t, 10, 10.5),
          nod: -0.28 * stretch,
          breath: wave(t, 2.6),
        })
        ctx.globalAlpha = (1 - power) * 0.85
        box(ctx, 0, 0, 720, 1280, '#0d0a18')
        ctx.globalAlpha = 1
      })
      indicator(ctx, 360, 104, t > 10.9 ? '12' : t > 9.9 ? '13' : '--', t > 9.9 ? false : null)
      put(ctx, dark)
    }
  },
}

/** The small figures of the section: she in the light of the fourteenth floor, he alone in the shaft. */
export function parted(ctx: Ctx, floor: number): void {
  smallCar(ctx, floor, 0, false)
  const y = 2120 - (floor - 7) * 170
  round(ctx, 346, y + 66, 28, 82, 12, him.coat)
  disc(ctx, 360, y + 56, 13, him.hair)
  box(ctx, 428, 930, 240, 158, '#f4d49a')
  disc(ctx, 548, 956, 13, '#fff6d8')
  glow(ctx, 500, 1010, 170, '#ffe3a8', 0.5)
  round(ctx, 438, 1004, 26, 84, 12, her.coat)
  disc(ctx, 451, 994, 13, her.hair)
  round(ctx, 604, 1000, 28, 88, 12, rescuer.coat)
  disc(ctx, 618, 990, 13, rescuer.hair)
}

export const below: Shot = {
  seconds: 6,
  enter: 'cut',
  prepare: (stage) => {
    const tower = section(stage)
    const dark = vignette(stage, 0.55)
    return (ctx, t) => {
      const zoom = lerp(1.5, 1.25, smooth(t / 6))
      at(ctx, 360 * (1 - zoom), 640 * (1 - zoom) - 620 * zoom, zoom, 0, () => {
        put(ctx, tower)
        parted(ctx, lerp(12.9, 11.35, ramp(t, 0, 1.6)))
      })
      put(ctx, dark)
    }
  },
}
