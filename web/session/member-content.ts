import { contentKeys } from '#web/api/query-keys.ts'
import type { EpisodeAccess } from '#contract/playback/playback.ts'
import type { ContentRef } from '#contract/watch-history/watch-history.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

/** Access to episodes that are not free, by id. Locked ones are missing. */
export type EpisodeAccessMap = ReadonlyMap<number, GrantedAccess>
export type GrantedAccess = Exclude<EpisodeAccess, 'free' | 'locked'>

/** The server's state of a like, and the state that the member wants. */
export type LikeState = {
  like_id: number | null
  /** Null while no change is pending. */
  wanted: boolean | null
  /** Revision of `like_id`; an older response does not replace it. */
  revision: number
}

export const isLiked = ({ wanted, like_id }: LikeState): boolean => wanted ?? like_id !== null

export type RatingSummary = { average: number | null; count: number }

/** `after` replaces `before`, the summary that the page has. */
export type RatingUpdate = { before: RatingSummary; after: RatingSummary }

/** The likes of the member, by `contentKeyOf`. */
export type LikeStates = ReadonlyMap<string, LikeState>

/** The query cache of the profile. Null until the query library has loaded, which pages do only for members. */
const cache = createStore<{ client: QueryClient | null }>(() => ({ client: null }))

/** Called by `member-query-client.tsx` alone, which loads the library. */
export const provideQueryClient = (client: QueryClient): void => cache.setState({ client })

function subscribe(onChange: () => void): () => void {
  let unsubscribe: (() => void) | undefined
  function follow() {
    unsubscribe?.()
    const queries = cache.getState().client?.getQueryCache()
    unsubscribe = queries?.subscribe(({ type }) => type === 'updated' && onChange())
  }
  follow()
  const stop = cache.subscribe(() => {
    follow()
    onChange()
  })
  return () => {
    stop()
    unsubscribe?.()
  }
}

/** Returns data of the query cache, on pages that do not load the query library themselves. */
export const useCachedData = <T>(queryKey: QueryKey): T | undefined =>
  useSyncExternalStore(
    subscribe,
    () => cache.getState().client?.getQueryData<T>(queryKey),
    () => undefined,
  )

export const contentKeyOf = ({ content_type, object_id }: ContentRef): string =>
  `${content_type}:${object_id}`

const noAccess: EpisodeAccessMap = new Map()

/** Returns the known access of the member, by purchase or plan. */
export const useEpisodeAccessMap = (): EpisodeAccessMap =>
  useCachedData(contentKeys.episodeAccess) ?? noAccess
