import { palette } from '#seed/art/look.ts'
import { box, round, wash } from '../../stage/shapes.ts'
import { type Ctx, type Stage } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'

export const six = palette('#1b1a18 #3c3a36 #8c8577 #d8cfbd #f4eee0 #cf3b25')

export const kim = { hair: '#d9d5cc', coat: '#4a5a66', skin: '#e8c3a2', glasses: true } as const

export const choi = { hair: '#8c8577', coat: '#7a4a3c', skin: '#efcdb0', cut: 'bun' } as const

export const workers = [
  { height: 290, coat: '#4a5a66', hair: '#d9d5cc', legs: '#2b2a28' },
  { height: 270, coat: '#7a4a3c', hair: '#8c8577', cut: 'bun', legs: '#2b2a28' },
  { height: 300, coat: '#5d6650', hair: '#b9b3a6', legs: '#2b2a28' },
] as const

/** A piece of lead type; `fresh` 0 is worn round, 1 sharp. */
export function sort(
  ctx: Ctx,
  x: number,
  y: number,
  s: number,
  letter: string,
  colour = '#1b1a18',
  fresh = 1,
): void {
  round(ctx, x - s / 2 + s * 0.06, y - s / 2 + s * 0.08, s, s, s * 0.08, 'rgba(0,0,0,0.35)')
  round(ctx, x - s / 2, y - s / 2, s, s, s * (0.06 + 0.16 * (1 - fresh)), '#a9a395')
  round(
    ctx,
    x - s / 2 + s * 0.07,
    y - s / 2 + s * 0.06,
    s * 0.86,
    s * 0.84,
    s * (0.05 + 0.14 * (1 - fresh)),
    '#d8cfbd',
  )
  text(ctx, letter, x, y - s * 0.01, {
    size: s * 0.62,
    weight: fresh > 0.5 ? 900 : 500,
    colour,
    alpha: 0.55 + 0.45 * fresh,
  })
}

export const letters =
  '가나다라마바사아자차카타파하의이은는을를에서와과도한그저것수있없우리집말글밤별물불길'

export const cases = (stage: Stage, w: number, h: number, size: number, dark = 0.35) =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, h, ['#3c3a36', '#1b1a18'])
    let n = 0
    for (let y = size / 2; y < h + size; y += size)
      for (let x = size / 2; x < w + size; x += size)
        sort(
          ctx,
          x,
          y,
          size * 0.86,
          [...letters][(n += 7) % letters.length]!,
          '#2b2a28',
          ((n * 13) % 10) / 10,
        )
    ctx.globalAlpha = dark
    box(ctx, 0, 0, w, h, '#1b1a18')
    ctx.globalAlpha = 1
  })

export const room = (stage: Stage, w: number, h: number) =>
  stage.layer(w, h, (ctx) => {
    wash(ctx, 0, 0, w, h, ['#4a463f', '#6d6557', '#3c3a36'])
    for (let x = 0; x < w; x += 210) {
      box(ctx, x + 10, 90, 190, h - 230, '#5a4a38')
      for (let y = 104; y < h - 160; y += 40)
        for (let m = 0; m < 6; m++)
          round(ctx, x + 20 + m * 29, y, 24, 30, 3, ['#d8cfbd', '#b9b09c', '#a39a86'][(m + y) % 3]!)
    }
    box(ctx, 0, h - 120, w, 120, '#5c503d')
  })

export const sentence = [...'여기가우리집이었다']
