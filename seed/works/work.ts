/**
 * The type of a work of the demonstration (its shape is that of the catalogue), and the functions with which the other
 * files of this folder describe works.
 */
import { dayMs } from '#contract/core/seoul-time.ts'
import { people, type PersonKey } from '#seed/people.ts'

/** Category ids are fixed. */
export const DRAMA = 1
export const FILM = 2
export const ANIMATION = 3
export const VARIETY = 4
export const OVERSEAS = 5
export const DOMESTIC = 6
export const DOCUMENTARY = 7
export const SHORT = 8

/** The films (`seed/media/films/`); each belongs to exactly one episode. */
export const FILM_KEYS = [
  'moon-laundry-1',
  'moon-laundry-2',
  'moon-laundry-3',
  'last-ferry',
  'paper-city-1',
  'paper-city-2',
  'slow-train',
  'tea-mountain',
  'signal',
  'market-night',
  'elevator-1',
  'elevator-2',
  'elevator-3',
  'umbrella',
  'convenience-4am',
  'toon-clock-shop',
  'toon-spring',
  'toon-nocturnal',
  'toon-parcel',
  'toon-prince',
  'toon-type-house',
  'toon-mars',
  'toon-whale',
] as const
export type FilmKey = (typeof FILM_KEYS)[number]

/** The seven content descriptors. */
export const DESCRIPTORS = ['주제', '선정성', '폭력성', '대사', '공포', '약물', '모방위험'] as const
export type Descriptor = (typeof DESCRIPTORS)[number]

export type AgeRating = 'ALL' | '12' | '15' | '19'

export type Credit = {
  name: string
  name_original: string
  role: 'director' | 'writer' | 'cast'
  character?: string
}

export type WorkEpisode = {
  number: number
  title: string
  synopsis: string
  /** Seconds, replaced by the measured length once the film is ready. */
  runtime: number
  orientation: 'horizontal' | 'vertical'
  is_free: boolean
  /** Won, VAT included; 0 when free. */
  price: number
  /** Won for 대여; null where it is not let. */
  rental_price: number | null
  in_subscription: boolean
  /** Instant in UTC. The loader shifts all of them so that the world's "today" is the reader's. */
  released_at: string
  film?: FilmKey
}

export type WorkSeason = { number: number; title: string; episodes: readonly WorkEpisode[] }

export type Work = {
  id: number
  title: string
  title_original: string | null
  synopsis: string
  categories: readonly number[]
  age_rating: AgeRating
  descriptors: readonly Descriptor[]
  /** Genres and moods, which its page shows and search finds. */
  tags: readonly string[]
  is_series: boolean
  is_completed: boolean
  /** Whether a foreign work has Korean audio. */
  is_dubbed?: true
  /** YYYY-MM-DD; null if the date of an upcoming work is not decided. */
  released_on: string | null
  /** How often members of the demonstration choose it, relative to the other works; also the order in which it is made. */
  weight: number
  people: readonly Credit[]
  seasons: readonly WorkSeason[]
}

/** Dates in these files are written as if today were this day. */
export const WRITTEN_ON = '2026-11-21'

/** @returns whole days from `WRITTEN_ON` to `now`, by which all dates of the demonstration are moved. */
export const daysSinceWritten = (now: Date) =>
  Math.floor((now.getTime() - Date.parse(WRITTEN_ON)) / dayMs)

export const director = (key: PersonKey): Credit => ({ ...people[key], role: 'director' })
export const writer = (key: PersonKey): Credit => ({ ...people[key], role: 'writer' })
export const cast = (key: PersonKey, character?: string): Credit => ({
  ...people[key],
  role: 'cast',
  ...(character === undefined ? {} : { character }),
})

export type Plan = {
  /** Release of the first episode, an instant in UTC. */
  from: string
  /** Days between episodes; 0 when all appear at once. */
  every?: number
  /** Won for one episode. */
  price: number
  /** Whether plans open it (default) or it is only sold singly. */
  subscription?: boolean
  /** How many of the first episodes are free. */
  free?: number
  vertical?: boolean
  /** Films of the first episodes, in order. */
  films?: readonly FilmKey[]
}

/** Lowest price of works that are also rented; cheaper works are only sold. */
const minRentablePrice = 1_500

/** Two fifths of the price, in whole hundreds. */
const rentalPriceOf = (price: number) => Math.round((price * 0.4) / 100) * 100

/**
 * Makes the episodes of a season from lines of "title | synopsis", numbered from 1.
 * @throws when a line has no synopsis
 */
function episodes(plan: Plan, lines: string): WorkEpisode[] {
  const start = Date.parse(plan.from)
  return lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [title, synopsis] = line.split('|').map((part) => part.trim())
      if (!title || !synopsis) throw new Error(`No synopsis in "${line}"`)
      const film = plan.films?.[index]
      const is_free = index < (plan.free ?? 0)
      const at = new Date(start + index * (plan.every ?? 7) * dayMs)
      return {
        number: index + 1,
        title,
        synopsis,
        runtime: film ? 23 : 16,
        orientation: plan.vertical ? 'vertical' : 'horizontal',
        is_free,
        price: is_free ? 0 : plan.price,
        rental_price: is_free || plan.price < minRentablePrice ? null : rentalPriceOf(plan.price),
        in_subscription: plan.subscription ?? true,
        released_at: at.toISOString().replace('.000Z', 'Z'),
        ...(film ? { film } : {}),
      }
    })
}

/** A season with its name; a film's single season is named like this too. */
export const season = (number: number, plan: Plan, lines: string): WorkSeason => ({
  number,
  title: `시즌 ${number}`,
  episodes: episodes(plan, lines),
})

/** The one season of a film or one-off. */
export const single = (plan: Plan, line: string): WorkSeason[] => [
  { number: 1, title: '본편', episodes: episodes(plan, line) },
]
