import type { EpisodeAccess, MemberSeries } from '#contract/contents/playback.ts'
import type { ContentRef } from '#contract/contents/watch-history.ts'
import { createStore, useStore } from 'zustand'
import { onProfileChange } from './auth-store.ts'

/** Access to episodes that are not free, by id. Locked ones are missing. */
type EpisodeAccessMap = ReadonlyMap<number, GrantedAccess>
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

export type MemberContent = {
  series: ReadonlyMap<number, MemberSeries>
  /** By `contentKeyOf`. */
  likes: ReadonlyMap<string, LikeState>
  access: EpisodeAccessMap
  /** By `contentKeyOf`. */
  ratings: ReadonlyMap<string, RatingUpdate>
}

const empty: MemberContent = {
  series: new Map(),
  likes: new Map(),
  access: new Map(),
  ratings: new Map(),
}

/**
 * A copy of the part of the member's query cache that public pages show, so that a visitor does not load the query library.
 * Written by `member-query-client.tsx` alone.
 */
export const memberContentStore = createStore(() => empty)

onProfileChange(() => memberContentStore.setState(empty))

export const contentKeyOf = ({ content_type, object_id }: ContentRef): string =>
  `${content_type}:${object_id}`

/** Returns the known access of the member, by purchase or plan. */
export const useEpisodeAccessMap = (): EpisodeAccessMap =>
  useStore(memberContentStore, ({ access }) => access)
