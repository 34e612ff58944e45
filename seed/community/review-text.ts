import { seeded } from '#seed/art/brush.ts'
import type { Work } from '#seed/works/index.ts'
import {
  aboutAny,
  aboutCategory,
  endings,
  ratings,
  spoilers,
  type Tone,
  verdicts,
} from './review-texts.ts'

export type Review = { rating: number; context: string; is_spoiler: boolean }

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** Four in ten love a work, one in ten does not like it; the quality of a work moves that. */
function pickTone(random: Random, quality: number): Tone {
  const value = random() + quality
  if (value > 0.95) return 'loved'
  if (value > 0.5) return 'liked'
  return value > 0.22 ? 'mixed' : 'disliked'
}

/**
 * Writes `count` reviews of a work, those that give something away first.
 * @param known the texts of other works, which are not repeated; the new ones are added.
 */
export function writeReviews(work: Work, count: number, known: Set<string>): Review[] {
  const random = seeded(work.id * 7919)
  const quality = 0.1 + random() * 0.3 + work.weight / 5_000
  const reviews: Review[] = spoilers
    .filter((one) => one.work === work.id)
    .map(({ tone, text: context }) => ({
      rating: pick(random, ratings[tone]),
      context,
      is_spoiler: true,
    }))
  while (reviews.length < count) {
    const tone = pickTone(random, quality)
    const context = compose(work, tone, random)
    if (known.has(context)) continue
    known.add(context)
    reviews.push({ rating: pick(random, ratings[tone]), context, is_spoiler: false })
  }
  return reviews
}

function compose(work: Work, tone: Tone, random: Random): string {
  const isPraised = tone === 'loved' || tone === 'liked'
  const praise = isPraised ? work.categories.flatMap((id) => aboutCategory[id] ?? []) : []
  const openings = [...praise, ...aboutAny]
  const parts = [pick(random, verdicts[tone])]
  // A fifth says only what they think of it.
  if (random() > 0.2) parts.unshift(pick(random, openings))
  if (isPraised && random() > 0.7) parts.push(pick(random, endings))
  const episodes = work.seasons.flatMap((season) => season.episodes)
  const actors = work.people.filter(({ role }) => role === 'cast')
  return parts
    .join(' ')
    .replace('{episode}', pick(random, episodes).title)
    .replace('{person}', (actors.length > 0 ? pick(random, actors) : work.people[0]!).name)
}
