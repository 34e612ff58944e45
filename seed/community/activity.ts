import { seeded } from '#seed/art/brush.ts'
import { DOMESTIC, OVERSEAS, type Work, works } from '#seed/works/index.ts'
import { writeReviews } from './review-text.ts'

/** Days before today on which the community watches: eight weeks. */
export const activityDays = 56
/** Reviews of the most and of the least chosen work. */
const reviewCounts = { most: 20, least: 4 } as const

/** `member` is the position of a member; times are days before now. */
type ByMember = { member: number; work: number }
export type EpisodeView = ByMember & {
  season: number
  episode: number
  days_ago: number
  /** Share of the episode that was watched. */
  share: number
}
export type CommunityReview = ByMember & {
  rating: number
  context: string
  is_spoiler: boolean
  days_ago: number
  helpful: readonly number[]
}
export type Activity = {
  views: EpisodeView[]
  reviews: CommunityReview[]
  likes: (ByMember & { days_ago: number })[]
}

/**
 * Plans the activity of the community: members watch some works by their taste and its weight, and like and rate only
 * works that they have watched. The result is the same for every call with the same `daysSinceRelease`.
 * @param count number of members; those in `adults` watch works rated 19, too.
 * @param daysSinceRelease of an episode; negative for the future.
 */
export function planActivity(
  count: number,
  adults: ReadonlySet<number>,
  daysSinceRelease: (work: Work, season: number, episode: number) => number,
): Activity {
  const random = seeded(2026)
  const views: EpisodeView[] = []
  const likes: Activity['likes'] = []
  const watched = new Map<string, number>()
  for (let member = 0; member < count; member++) {
    const favourite = 1 + Math.floor(random() * 8)
    const chance = (work: Work) =>
      Math.min(0.95, 0.12 + work.weight / 1200 + (isOf(work, favourite) ? 0.3 : 0))
    for (const work of works) {
      if (work.age_rating === '19' && !adults.has(member)) continue
      if (random() > chance(work)) continue
      const episodes = work.seasons.flatMap((season) =>
        season.episodes.map(({ number }) => ({ season: season.number, episode: number })),
      )
      let first = -1
      // Some watch it again in another week.
      const rounds = random() < 0.35 ? 2 : 1
      for (let round = 0; round < rounds; round++) {
        let days_ago = random() ** 1.5 * activityDays
        for (const { season, episode } of episodes) {
          const age = daysSinceRelease(work, season, episode)
          days_ago = Math.min(days_ago, age - random() * 0.5)
          if (days_ago < 0.02) break
          views.push({ member, work: work.id, season, episode, days_ago, share: shareOf(random()) })
          first = Math.max(first, days_ago)
          if (random() < 0.15) break
          days_ago -= random() * 1.5
        }
      }
      if (first < 0) continue
      watched.set(`${member}:${work.id}`, first)
      if (random() < 0.4) likes.push({ member, work: work.id, days_ago: first * random() })
    }
  }
  return { views, likes, reviews: planReviews(count, watched, random) }
}

const isOf = ({ categories }: Work, category: number) =>
  category !== DOMESTIC && category !== OVERSEAS && categories.includes(category)

/** Most watch to the end. */
const shareOf = (value: number) => (value < 0.65 ? 1 : 0.15 + value * 0.8)

function planReviews(count: number, watched: Map<string, number>, random: () => number) {
  const { most, least } = reviewCounts
  const known = new Set<string>()
  return works
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap((work, rank) => {
      const share = 1 - rank / works.length
      const wanted = Math.round(least + (most - least) * share ** 1.3)
      const viewers = Array.from({ length: count }, (_, member) => member)
        .filter((member) => watched.has(`${member}:${work.id}`))
        .map((member) => ({ member, order: random() }))
        .sort((a, b) => a.order - b.order)
      return writeReviews(work, Math.min(wanted, viewers.length), known).flatMap((review, nth) => {
        const viewer = viewers[nth]
        if (!viewer) return []
        const since = watched.get(`${viewer.member}:${work.id}`)!
        const helpful = viewers
          .filter(({ member }) => member !== viewer.member && random() < 0.12)
          .map(({ member }) => member)
        const { member } = viewer
        return [{ ...review, member, work: work.id, days_ago: since * random(), helpful }]
      })
    })
}
