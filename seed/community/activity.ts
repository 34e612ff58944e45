import { dayMs, hourMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import {
  daysSinceWritten,
  DOMESTIC,
  OVERSEAS,
  type Work,
  type WorkEpisode,
  works,
} from '#seed/works/index.ts'
import { hasPlan } from './plan-stories.ts'
import { seeded, shuffled } from './random.ts'
import { readReviews, type WrittenReview } from './reviews/index.ts'

/** Days before now in which members watch by chance: eight weeks. Reviews are spread over the time since the release. */
export const activityDays = 56

export type CommunityMember = { joined: number; isAdult: boolean }
/** `member` is the position of a member; `at` is in ms since 1970. */
type ByMember = { member: number; work: number; at: number }
export type EpisodeView = ByMember & {
  season: number
  episode: number
  /** Share of the episode that was watched. */
  share: number
}
export type CommunityReview = ByMember &
  Omit<WrittenReview, 'share' | 'helpful'> & { voters: readonly number[] }
export type Activity = {
  views: EpisodeView[]
  reviews: CommunityReview[]
  likes: ByMember[]
}

/** Relative number of viewers at an instant: evenings and weekends in Seoul are busiest. */
export function busyness(at: number): number {
  const local = new Date(at + seoulUtcOffsetMs)
  const [day, hour] = [local.getUTCDay(), local.getUTCHours()]
  const ofDay = day === 0 || day === 6 ? 1 : day === 5 ? 0.85 : 0.5
  return ofDay * (hour >= 20 || hour === 0 ? 1 : hour >= 12 ? 0.5 : hour >= 7 ? 0.3 : 0.05)
}

/** The beginning of an instant's day in Seoul. */
export const startOfSeoulDay = (at: number) =>
  Math.floor((at + seoulUtcOffsetMs) / dayMs) * dayMs - seoulUtcOffsetMs

/** Picks an instant between two, more often a busy one. */
export function pickTime(random: () => number, from: number, to: number): number {
  for (let attempt = 0; attempt < 40; attempt++) {
    const at = from + random() * (to - from)
    if (random() < busyness(at)) return at
  }
  return from + random() * (to - from)
}

/**
 * Plans the activity of the community: members watch some works by their taste and its weight, and like and rate only
 * works that they have watched. The result is the same for every call on a day, relative to `now`.
 * @param authors of further reviews, who write no other of the same work.
 */
export function planActivity(
  members: readonly CommunityMember[],
  authors: readonly { member: number; work: number }[],
  now: number,
): Activity {
  const random = seeded(2026)
  const shift = daysSinceWritten(new Date(now)) * dayMs
  const releasedEpisodes = (work: Work, until: number) =>
    work.seasons.flatMap(({ number: season, episodes }) =>
      episodes.flatMap(({ number: episode, released_at, is_free }: WorkEpisode) => {
        const released = Date.parse(released_at) + shift
        return released < until ? [{ season, episode, is_free, released }] : []
      }),
    )
  const mayWatch = (member: CommunityMember, work: Work) =>
    work.age_rating !== '19' || member.isAdult
  const views: EpisodeView[] = []
  const likes: ByMember[] = []

  for (const [place, member] of members.entries()) {
    const favourite = 1 + Math.floor(random() * 8)
    for (const work of works) {
      const chance = 0.1 + work.weight / 1400 + (isOf(work, favourite) ? 0.25 : 0)
      if (!mayWatch(member, work) || random() > Math.min(0.9, chance)) continue
      const episodes = releasedEpisodes(work, now)
      const from = Math.max(member.joined, episodes[0]?.released ?? now, now - activityDays * dayMs)
      if (from >= now - hourMs) continue
      let at = pickTime(random, from, now)
      if (random() < 0.4)
        likes.push({ member: place, work: work.id, at: at + random() * (now - at) })
      for (const { released, is_free, ...episode } of episodes) {
        at = Math.max(at, released + random() * dayMs)
        if (at > now) break
        // Few pay for an episode that no plan opens.
        if (!is_free && random() > 0.12 && !hasPlan(place, (now - at) / dayMs)) break
        const share = random() < 0.65 ? 1 : 0.25 + random() * 0.6
        views.push({ member: place, work: work.id, ...episode, at, share })
        if (random() < 0.2) break
        at += random() < 0.6 ? 0.1 * hourMs : random() * 2 * dayMs
      }
    }
  }

  const reviews = works.flatMap((work) => {
    const released = releasedEpisodes(work, now)[0]?.released
    if (released === undefined) return []
    const free = shuffled(random, [...members.keys()]).filter(
      (place) =>
        mayWatch(members[place]!, work) &&
        !authors.some((author) => author.member === place && author.work === work.id),
    )
    return readReviews(work.id).flatMap(({ share, helpful, ...review }) => {
      const earliest = released + share * (now - released)
      const place = free.findIndex((candidate) => members[candidate]!.joined < earliest - 2 * dayMs)
      const [member] = free.splice(Math.max(0, place), 1)
      if (member === undefined) return []
      const at = Math.min(now - hourMs, Math.max(earliest, members[member]!.joined + dayMs))
      for (const { season, episode } of releasedEpisodes(work, at - hourMs))
        views.push({ member, work: work.id, season, episode, at: at - hourMs / 2, share: 1 })
      const voters = shuffled(random, [...members.keys()])
        .filter((candidate) => candidate !== member)
        .slice(0, helpful)
      if (review.rating > 8) likes.push({ member, work: work.id, at })
      return [{ ...review, member, work: work.id, at, voters }]
    })
  })
  // By chance nobody watches on some day, and which one depends on the hour of the start.
  const today = startOfSeoulDay(now)
  for (let start = today - activityDays * dayMs; start < today; start += dayMs) {
    const at = start + 21 * hourMs
    const member = members.findIndex(({ joined }) => joined < start)
    if (member < 0 || views.some((view) => view.at >= start && view.at < start + dayMs)) continue
    views.push({ member, work: works[0]!.id, season: 1, episode: 1, at, share: 1 })
  }
  const known = new Set<string>()
  const isFirst = ({ member, work }: ByMember) =>
    !known.has(`${member}:${work}`) && Boolean(known.add(`${member}:${work}`))
  return { views: views.sort((a, b) => a.at - b.at), reviews, likes: likes.filter(isFirst) }
}

const isOf = ({ categories }: Work, category: number) =>
  category !== DOMESTIC && category !== OVERSEAS && categories.includes(category)
