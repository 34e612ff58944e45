import type { Canvas } from '@napi-rs/canvas'
import type { SceneName } from '#seed/art/look.ts'
import type { Work, WorkEpisode, WorkSeason } from '#seed/works/index.ts'
import { drawLogo, drawStill } from '#seed/art/draw.ts'
import type { Cue, Script } from './film.ts'
import { bass, flute, keys, pad, piano, pluck } from './sound/instruments.ts'
import type { Place } from './sound/ambience.ts'
import { broken, held, progression, tune, walking, type Harmony } from './sound/score.ts'
import type { Soundtrack } from './sound/mix.ts'
import { box } from './stage/shapes.ts'
import type { Ctx, Shot, Stage } from './stage/stage.ts'
import { text } from './stage/text.ts'
import { between } from './stage/time.ts'
import { credits } from './stage/titles.ts'
import { drift, motes, rain, type Field } from './stage/weather.ts'

const drawn = 8
/** Seconds of the title, of the two stills and of the credits. */
const lengths = { title: 4, first: 5, second: 5, credits: 2 } as const
const opening = { start: 0, end: lengths.title }
const ending_start = lengths.title + lengths.first + lengths.second

/** Films with renditions up to 1080p; a scale of 3 gives 2160p. Pixels a stage unit, see `Script`. */
const largeWorks = new Map([
  [29, 1.5],
  [23, 1.5],
  [25, 1.5],
])
const usualScale = 0.75

/**
 * The film of an episode that has no script of its own: the work's pictures with a slow camera, weather and music, and the
 * synopsis as captions. The camera moves by whole pixels, which costs the encoder almost nothing.
 */
export function pictureStory(work: Work, season: WorkSeason, episode: WorkEpisode): Script {
  const moment = (season.number - 1) * 7 + episode.number
  const name = work.is_series ? `${episode.number}화  ${episode.title}` : work.art.tagline
  return {
    key: `story-${work.id}-${season.number}-${episode.number}`,
    orientation: episode.orientation,
    scale: largeWorks.get(work.id) ?? usualScale,
    drawn,
    opening,
    ending_start,
    shots: [
      titleShot(work, moment, name),
      still(work, moment, 0, lengths.first),
      still(work, moment, 1, lengths.second),
      credits(lengths.credits, names(work), work.art.palette.glow, (stage) => {
        const { deep } = work.art.palette
        return (ctx) => box(ctx, 0, 0, stage.width, stage.height, deep)
      }),
    ],
    korean: captions(episode.synopsis, work.art.tagline),
    soundtrack: () => music(work, moment),
  }
}

function titleShot(work: Work, moment: number, name: string): Shot {
  return {
    seconds: lengths.title,
    prepare: (stage) => {
      const picture = camera(stage, drawStill(work, moment + 3, ...overscan(stage)), 1)
      const logo = drawLogo(work)
      const fit = Math.min((stage.width * 0.62) / logo.width, (stage.height * 0.34) / logo.height)
      const [width, height] = [logo.width * fit, logo.height * fit]
      const { deep, glow } = work.art.palette
      return (ctx, t) => {
        picture(ctx, t)
        ctx.globalAlpha = 0.55
        box(ctx, 0, 0, stage.width, stage.height, deep)
        ctx.globalAlpha = between(t, 0.2, lengths.title, 0.8)
        ctx.drawImage(logo, (stage.width - width) / 2, stage.height * 0.46 - height, width, height)
        ctx.globalAlpha = 1
        text(ctx, name, stage.width / 2, stage.height * 0.46 + 64, {
          size: stage.width > stage.height ? 34 : 30,
          colour: glow,
          weight: 700,
          alpha: between(t, 1, lengths.title, 0.7),
        })
      }
    },
  }
}

/** A picture of the episode; `nth` selects hour and direction. */
function still(work: Work, moment: number, nth: 0 | 1, seconds: number): Shot {
  return {
    seconds,
    enter: 'melt',
    prepare: (stage) => {
      const art = drawStill(work, moment + nth * 2, ...overscan(stage))
      const picture = camera(stage, art, (moment + nth) % 2 === 0 ? 1 : -1)
      const fall = weather(work, stage)
      return (ctx, t) => {
        picture(ctx, t)
        fall(ctx, t)
      }
    },
  }
}

/** Margin of a still in pixels, enough for a pixel a picture in the longest shot. */
const margin = 96
const overscan = ({ width, height, scale }: Stage): [number, number] => [
  Math.round(width * scale) + margin,
  Math.round(height * scale),
]

function camera({ scale }: Stage, art: Canvas, direction: 1 | -1) {
  return (ctx: Ctx, t: number) => {
    const moved = Math.min(margin, Math.round(t * drawn))
    ctx.save()
    ctx.scale(1 / scale, 1 / scale)
    ctx.drawImage(art, direction === 1 ? -moved : moved - margin, 0)
    ctx.restore()
  }
}

const rainy: readonly SceneName[] = ['night_road', 'bridge', 'facade', 'umbrella', 'elevator']
const snowy: readonly SceneName[] = ['mountain', 'aurora', 'train', 'paper_plane']
const leafy: readonly SceneName[] = ['tree', 'palace', 'terraces', 'market']

function weather({ id, art }: Work, { width, height }: Stage): (ctx: Ctx, t: number) => void {
  const field: Field = { width, height, count: 26, colour: art.palette.glow, salt: id, alpha: 0.6 }
  if (rainy.includes(art.scene))
    return (ctx, t) => rain(ctx, t, { ...field, count: 60, alpha: 0.3 })
  if (snowy.includes(art.scene)) return (ctx, t) => drift(ctx, t, { ...field, speed: 50, size: 4 })
  if (leafy.includes(art.scene))
    return (ctx, t) => drift(ctx, t, { ...field, count: 16, speed: 60, size: 6 }, true)
  return (ctx, t) => motes(ctx, t, { ...field, count: 18 })
}

function names(work: Work): [role: string, name: string][] {
  const roles = { director: '감독', writer: '각본', cast: '출연' } as const
  return [
    ['', work.title],
    ...work.people.slice(0, 3).map(({ role, name }): [string, string] => [roles[role], name]),
    ['그림과 음악', '한편'],
  ]
}

/** Captions: the sentences of the synopsis over the stills, then the line of the poster if there is room. */
function captions(synopsis: string, tagline: string): Cue[] {
  const sentences = synopsis.split(/(?<=[.?!…])\s+/)
  const start = lengths.title + 0.4
  const room = ending_start - start - 0.2
  const lines = [...sentences, tagline].slice(0, 3)
  const letters = lines.reduce((sum, line) => sum + line.length + 6, 0)
  let at = start
  return lines.map((line): Cue => {
    const seconds = (room * (line.length + 6)) / letters
    const cue = [at, at + seconds - 0.2, wrapped(line)] as const
    at += seconds
    return cue
  })
}

/** Breaks a long line at the space nearest to its middle. */
function wrapped(line: string): string {
  if (line.length <= 26) return line
  const spaces = [...line.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted(
    (a, b) => Math.abs(a - line.length / 2) - Math.abs(b - line.length / 2),
  )[0]
  return middle === undefined ? line : `${line.slice(0, middle)}\n${line.slice(middle + 1)}`
}

const harmonies = [
  'Dmaj9 Bm7 Gmaj7 A7sus4',
  'Am7 Fmaj7 C G',
  'Em7 Cmaj7 G D',
  'Fmaj7 Em7 Dm7 Cmaj7',
  'Cm7 Abmaj7 Eb Bb',
] as const
const tunes = [
  'F#5/1.5 E5/.5 D5/1 A4/1 B4/2.5 r/.5 D5/1 E5/1.5 D5/.5 B4/2 A4/4',
  'E5/1 C5/1 A4/2 A4/1 C5/1 F5/2 E5/2 G5/2 D5/4',
  'B4/2 E5/1 G5/1 E5/2 C5/2 D5/1 B4/1 G4/2 A4/4',
  'A4/1 C5/1 E5/2 G5/1 E5/1 B4/2 D5/2 F5/2 E5/4',
  'G4/1 Bb4/1 C5/2 Eb5/1 C5/1 Ab4/2 G4/2 Bb4/2 F4/4',
] as const
const places: Partial<Record<SceneName, Place>> = {
  underwater: 'water',
  desert: 'wind',
  mountain: 'wind',
  aurora: 'wind',
  salt: 'sea',
  island: 'sea',
  bridge: 'sea',
  night_road: 'rain',
  facade: 'rain',
  tree: 'birds',
  tram: 'engine',
  truck: 'engine',
  moon: 'space',
  subway_map: 'train',
  type_case: 'paper',
}

/** A small piece for each work; its episodes differ in tempo and in who has the tune. */
function music({ id, art }: Work, moment: number): Soundtrack {
  const tempo = 66 + ((id * 7 + moment * 4) % 28)
  const h: Harmony = { chords: progression(harmonies[id % 5]!), bars: 8, meter: 4 }
  const lead = [piano, flute, keys][(id + moment) % 3]!
  const place = places[art.scene]
  return {
    tempo,
    room: 0.6,
    beds: place ? [{ place, gain: 0.35, fade: 2 }] : [],
    parts: [
      { play: pad, gain: 0.14, send: 0.4, notes: held(h, 0, 8, 54, 0.5) },
      { play: lead, gain: 0.24, pan: 0.1, send: 0.4, notes: tune(tunes[id % 5]!, 4, 0.6) },
      {
        play: pluck,
        gain: 0.14,
        pan: -0.3,
        send: 0.3,
        notes: broken(h, 1, 8, '0 . 2 . 1 . 3 .', 60, 0.5),
      },
      { play: bass, gain: 0.22, notes: walking(h, 1, 8, '1 - - - 5 - - -', 33, 0.55) },
    ],
  }
}
