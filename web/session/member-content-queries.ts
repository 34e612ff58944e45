import { readEpisode, readSeries } from '#web/api/endpoints/contents.generated.ts'
import { readMemberSeries } from '#web/api/endpoints/playback.generated.ts'
import * as recommendations from '#web/api/endpoints/recommendations.generated.ts'
import { like, unlike } from '#web/api/endpoints/watch-history.generated.ts'
import type { EpisodeAccess } from '#contract/playback/playback.ts'
import type { ContentRef } from '#contract/watch-history/watch-history.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import {
  contentKeyOf,
  isLiked,
  type EpisodeAccessMap,
  type LikeState,
  type LikeStates,
  type RatingSummary,
  type RatingUpdate,
} from './member-content.ts'
import { memberQueryClient } from './member-query-client.tsx'
import { flushUnsentProgress } from './progress-outbox.ts'

/** The member's state of a series: progress, access, likes, review, helpful votes. */
export const memberSeriesQuery = (id: number) =>
  queryOptions({
    queryKey: contentKeys.member(id),
    async queryFn({ client }) {
      // The last seconds of the previous episode may not be saved yet.
      await flushUnsentProgress(1_500)
      const revision = nextLikeRevision()
      const series = await apiRequest(readMemberSeries, { params: { id } })
      const { like_id, episodes } = series
      const episodeLikes = episodes.map((episode) => ({
        content_type: 'episode' as const,
        object_id: episode.id,
        like_id: episode.like_id,
      }))
      applyLikes(
        client,
        [{ content_type: 'series', object_id: id, like_id }, ...episodeLikes],
        revision,
      )
      applyEpisodeAccess(client, episodes)
      return series
    },
    // Pages show it without observing it.
    gcTime: Infinity,
  })

/** Reads a series again; concurrent calls share one request. */
export async function fetchMemberSeries(id: number): Promise<void> {
  await memberQueryClient.query({ ...memberSeriesQuery(id), staleTime: 0 })
}

/** Remembers the access that a response of the member has named. */
export function applyEpisodeAccess(
  client: QueryClient,
  episodes: readonly { id: number; access: EpisodeAccess }[],
): void {
  client.setQueryData<EpisodeAccessMap>(contentKeys.episodeAccess, (known) => {
    const next = new Map(known)
    for (const { id, access } of episodes)
      if (access === 'owned' || access === 'subscribed') next.set(id, access)
      else next.delete(id)
    return next
  })
}

/** Call after a purchase, refund or cancellation; access is known again after the next read. */
export function clearEpisodeAccess(): void {
  memberQueryClient.setQueryData<EpisodeAccessMap>(contentKeys.episodeAccess, new Map())
}

const readLikes = (client: QueryClient) => client.getQueryData<LikeStates>(contentKeys.likeStates)

/** Whether the member likes a content, or is about to; undefined if it is unknown. */
export function isContentLiked(content: ContentRef): boolean | undefined {
  const state = readLikes(memberQueryClient)?.get(contentKeyOf(content))
  return state && isLiked(state)
}

let lastLikeRevision = 0

/** Numbers requests about likes and changes of likes in their order. */
export const nextLikeRevision = (): number => (lastLikeRevision += 1)

/** Applies likes of a response to a request that began at `revision`; later changes of the member win. */
export function applyLikes(
  client: QueryClient,
  likes: readonly (ContentRef & { like_id: number | null })[],
  revision: number,
): void {
  client.setQueryData<LikeStates>(contentKeys.likeStates, (known) => {
    const next = new Map(known)
    for (const { like_id, ...content } of likes) {
      const state = next.get(contentKeyOf(content))
      if (state && (state.wanted !== null || state.revision > revision)) continue
      next.set(contentKeyOf(content), { like_id, wanted: null, revision })
    }
    return next
  })
}

/**
 * Likes or unlikes a content, optimistically; reverts on error. Changes of one content are sent in order; those that later
 * ones have undone meanwhile are not sent.
 * @throws the error of its own request. A failed request drops the changes that wait for it.
 */
export function setLiked(content: ContentRef, liked: boolean): Promise<void> {
  const client = memberQueryClient
  const key = contentKeyOf(content)
  const readState = (): LikeState => readLikes(client)?.get(key) ?? unknownLike
  const setState = (changes: Partial<LikeState>) =>
    client.setQueryData<LikeStates>(contentKeys.likeStates, (known) =>
      new Map(known).set(key, { ...readState(), ...changes }),
    )
  function settle(like_id: number | null) {
    const { wanted } = readState()
    const isReached = wanted === (like_id !== null)
    setState({ like_id, wanted: isReached ? null : wanted, revision: nextLikeRevision() })
  }
  const mutation = client.getMutationCache().build<void, Error, void, void>(client, {
    scope: { id: `like:${key}` },
    // Fails at once while offline.
    networkMode: 'always',
    onMutate: () => void setState({ wanted: liked }),
    async mutationFn() {
      const { like_id, wanted } = readState()
      // A failed request before it has dropped it.
      if (wanted === null) return
      if (wanted === (like_id !== null)) return settle(like_id)
      if (wanted) return settle((await apiRequest(like, { body: content })).id)
      await apiRequest(unlike, { params: { id: like_id! } }).catch((error: unknown) => {
        // Already unliked elsewhere.
        if (!isApiError(error, 'not_found')) throw error
      })
      settle(null)
    },
    onError: () => void setState({ wanted: null, revision: nextLikeRevision() }),
  })
  return mutation.execute()
}

const unknownLike: LikeState = { like_id: null, wanted: null, revision: 0 }

/** Refuses a series; the server deletes its like. Personal rows are read again when home is next opened. */
export async function refuseWork(series_id: number): Promise<void> {
  const client = memberQueryClient
  await apiRequest(recommendations.refuseWork, { body: { series_id } })
  const like = { content_type: 'series' as const, object_id: series_id, like_id: null }
  applyLikes(client, [like], nextLikeRevision())
  void client.invalidateQueries({ queryKey: contentKeys.likes })
}

/** Takes back the refusal of a series. Its like stays deleted. */
export async function restoreWork(series_id: number): Promise<void> {
  await apiRequest(recommendations.restoreWork, { params: { id: series_id } })
}

/**
 * Reads a rating summary again after the member's review changed it, since the page may be cached for a minute.
 * @param before the summary of the page.
 */
export async function refetchRatingSummary(
  target: ContentRef,
  before: RatingSummary,
): Promise<void> {
  const queryKey = contentKeys.rating(target)
  const shown = memberQueryClient.getQueryData<RatingUpdate>(queryKey)?.after ?? before
  await memberQueryClient.query({
    queryKey,
    async queryFn(): Promise<RatingUpdate> {
      let after = shown
      // The server clears its response cache a moment after the change.
      for (const delay_ms of [0, 250, 1_000]) {
        await new Promise((resolve) => setTimeout(resolve, delay_ms))
        after = await fetchRatingSummary(target)
        if (after.average !== shown.average || after.count !== shown.count) break
      }
      return { before, after }
    },
    staleTime: 0,
    gcTime: Infinity,
  })
}

async function fetchRatingSummary({ content_type, object_id }: ContentRef): Promise<RatingSummary> {
  const input = { params: { id: object_id } }
  const { rating_average, review_count } =
    content_type === 'series'
      ? await apiRequest(readSeries, input, { cache: 'no-cache' })
      : await apiRequest(readEpisode, input, { cache: 'no-cache' })
  return { average: rating_average, count: review_count }
}
