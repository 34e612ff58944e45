import type { Episode } from '#contract/contents/contents.ts'
import type { MemberSeries, RentalPeriod } from '#contract/playback/playback.ts'
import type { ContentRef } from '#contract/watch-history/watch-history.ts'
import { createContext, use, useEffect } from 'react'
import { contentKeys } from '#web/api/query-keys.ts'
import { useAuth } from './auth-store.ts'
import {
  contentKeyOf,
  isLiked,
  useCachedData,
  type GrantedAccess,
  type LikeStates,
  type RatingSummary,
  type RatingUpdate,
} from './member-content.ts'

/** Renders descendants as for a visitor: the studio's preview of an unpublished title. */
export const AsVisitorContext = createContext(false)

/** Reads the member's state of a series again. An error keeps the previous data. */
export const refetchMemberSeries = (id: number): Promise<void> =>
  import('./member-content-queries.ts')
    .then(({ fetchMemberSeries }) => fetchMemberSeries(id))
    .catch(() => undefined)

/** Returns the member's state of a series; undefined while it is loading, and for visitors. */
export function useMemberSeries(id: number | null): MemberSeries | undefined {
  const { state, user } = useAuth()
  const profileId = user.profile?.id
  const isVisitorView = use(AsVisitorContext)
  const seriesId = state === 'signed_in' && !isVisitorView ? id : null
  useEffect(() => {
    if (seriesId !== null) void refetchMemberSeries(seriesId)
  }, [seriesId, profileId])
  const series = useCachedData<MemberSeries>(contentKeys.member(seriesId ?? 0))
  return seriesId === null ? undefined : series
}

type EpisodeRef = Pick<Episode, 'id' | 'is_free'> & { series: { id: number } }

/** Returns the member's access to an episode that is not free; null if it is locked or unknown, and for visitors. */
export function useEpisodeAccess({ id, is_free, series }: EpisodeRef): GrantedAccess | null {
  const memberSeries = useMemberSeries(is_free ? null : series.id)
  const access = memberSeries?.episodes.find((episode) => episode.id === id)?.access
  return access === 'owned' || access === 'subscribed' ? access : null
}

/** Returns the rental by which the member plays an episode that is not free; null without one. */
export function useEpisodeRental({ id, is_free, series }: EpisodeRef): RentalPeriod | null {
  const memberSeries = useMemberSeries(is_free ? null : series.id)
  return memberSeries?.episodes.find((episode) => episode.id === id)?.rental ?? null
}

/** Whether the member, or a visitor if `memberSeries` is missing, can play an episode. */
export function canPlayEpisode(
  { id, is_free }: Pick<Episode, 'id' | 'is_free'>,
  memberSeries: Pick<MemberSeries, 'episodes'> | undefined,
): boolean {
  if (is_free) return true
  const access = memberSeries?.episodes.find((episode) => episode.id === id)?.access
  return access !== undefined && access !== 'locked'
}

/** Whether the member likes a title, or is about to; undefined if it is unknown, and during server rendering. */
export function useIsLiked(content: ContentRef): boolean | undefined {
  const like = useCachedData<LikeStates>(contentKeys.likeStates)?.get(contentKeyOf(content))
  return like && isLiked(like)
}

/** Returns the rating summary of the page, or a newer one that was read since. */
export function useRatingSummary(target: ContentRef, page: RatingSummary): RatingSummary {
  const update = useCachedData<RatingUpdate>(contentKeys.rating(target))
  const isOutdated = update?.before.average === page.average && update.before.count === page.count
  return update && isOutdated ? update.after : page
}
