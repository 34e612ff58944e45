import * as contents from '#web/api/endpoints/contents.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import { call } from '#web/api/client.ts'
import { feedQuery, firstEpisodes } from '#web/features/catalog/browse/first-episodes.ts'
import { useMediaState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { useEffect, useMemo, useState, useCallback, useRef } from 'react'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { createProfileState } from '#web/lib/profile-state.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { preloadVideo } from '#web/features/player/core/video-preload.ts'

/**
 * Returns the work that follows in the feed: the next in the list that was not seen yet, from the current one on and then
 * from the start; the next of all if each was seen.
 */
export function nextWork(
  works: readonly Episode[],
  series_id: number,
  seen: ReadonlySet<number>,
): Episode | null {
  const at = works.findIndex(({ series }) => series.id === series_id)
  const others = [...works.slice(at + 1), ...works.slice(0, Math.max(0, at))]
  return others.find(({ series }) => !seen.has(series.id)) ?? others[0] ?? null
}

const none: readonly Episode[] = []

/** The works seen since the page was loaded, and the episode from which the feed went on to each. */
const feed = createProfileState(() => ({
  seen: new Set<number>(),
  cameFrom: new Map<number, Episode>(),
}))

/**
 * Continues the episodes of a work with the first free episode of the next work, the most watched first.
 * @returns the video with the neighbours in the feed, and the next work for a viewer who skips a locked episode.
 */
export function useFeed(video: Video | null): { video: Video | null; next_work: Episode | null } {
  const profileId = useAuth().user.profile?.id
  const [loaded, setLoaded] = useState<{ profileId?: number; works: readonly Episode[] }>()
  const works = loaded?.profileId === profileId ? (loaded?.works ?? none) : none
  // The film has the bandwidth first.
  const hasPlayed = useMediaState((state) => state.has_played)
  const isNeeded = hasPlayed && works.length === 0
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    call(contents.listEpisodes, { query: feedQuery }).then(
      ({ results }) =>
        isCurrent &&
        setLoaded({
          ...(profileId !== undefined && { profileId }),
          works: firstEpisodes(results.filter(({ video_state }) => video_state === 'ready')),
        }),
      // The feed ends with the work.
      () => {},
    )
    return () => void (isCurrent = false)
  }, [isNeeded, profileId])

  const episode = video?.episode
  const seriesId = episode?.series.id
  const next_work = useMemo(
    () => (seriesId === undefined ? null : nextWork(works, seriesId, feed.current.seen)),
    [works, seriesId],
  )
  useEffect(() => {
    if (seriesId !== undefined) feed.current.seen.add(seriesId)
  }, [seriesId])
  useEffect(() => {
    if (episode && next_work) feed.current.cameFrom.set(next_work.id, episode)
  }, [episode, next_work])
  const inFeed = useMemo(
    () =>
      video && {
        ...video,
        next_episode: video.next_episode ?? next_work,
        previous_episode:
          video.previous_episode ?? feed.current.cameFrom.get(video.episode.id) ?? null,
      },
    [video, next_work],
  )
  return { video: inFeed, next_work }
}

/** The next video is preloaded once this many seconds are buffered. */
const prefetchLead_s = 8

/**
 * Whether the current user can play an adjacent episode. Free episodes play for everyone; for others the member's access
 * is requested, and visitors have none.
 */
export type CanPlayEpisode = (episode: Episode) => boolean | Promise<boolean>

const isLocked = (code: ProblemCode) =>
  code === 'purchase_required' || code === 'authentication_required'

/** Checks whether adjacent episodes play, and preloads the next one. */
export function useAdjacentEpisodes(video: Video | null): CanPlayEpisode {
  const { player } = usePlayer()
  const { state, user } = useAuth()
  const playable = useRef(new Map<number, boolean>())
  const next = video?.next_episode ?? null

  const canPlay = useCallback<CanPlayEpisode>(
    (episode) => {
      if (episode.is_free) return true
      if (state === 'signed_out') return false
      const cached = playable.current.get(episode.id)
      if (cached !== undefined) return cached
      return preloadVideo(episode.id).then(
        () => true,
        (error: unknown) => {
          // On other errors, navigate; the page shows the error.
          if (!(error instanceof ApiError) || !isLocked(error.problem.code)) return true
          playable.current.set(episode.id, false)
          return false
        },
      )
    },
    [state],
  )
  useEffect(() => playable.current.clear(), [state, user.profile?.id])

  useEffect(() => {
    if (!next || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    let isDone = false
    function update() {
      const { has_played, current_time, duration, buffered_end } = player.media.getState()
      const lead_s = Math.min(prefetchLead_s, duration - current_time - 1)
      if (isDone || !has_played || buffered_end - current_time < lead_s) return
      isDone = true
      void Promise.resolve(canPlay(next!)).then((isPlayable) => {
        if (isPlayable) preloadVideo(next!.id).then(() => playable.current.set(next!.id, true), () => {}) // prettier-ignore
      })
    }
    // Not before the next change: until the page loads this video, the state is that of the previous one.
    return player.media.subscribe(update)
  }, [next, canPlay, player])
  return canPlay
}
