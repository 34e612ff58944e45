import {
  StudioEventsMessage,
  type StudioEvent,
  type StudioSubject,
} from '#contract/studio/events.ts'
import { authStore } from '#web/session/auth-store.ts'
import { schedule, studioSocket } from '#web/session/page-socket.ts'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import type { StudioAsset, StudioAssetDetail } from '#contract/media/staff.ts'
import { staffQueryClient } from '#web/features/studio/common/staff-query-client.tsx'
import type { QueryKey } from '@tanstack/react-query'
import { studioKeys } from '../query-keys.ts'

/** Milliseconds before reconnecting after all attempts were used up. */
const reconnectDelay_ms = 30_000

const liveStore = createStore(() => false)

function parse(text: string): StudioEvent[] | null {
  try {
    return StudioEventsMessage.parse(JSON.parse(text)).events
  } catch {
    return null
  }
}

/** Called with null if anything may have changed, as after a reconnection. */
type Listener = (event: StudioEvent | null) => void

/**
 * Receives the events while the page is visible.
 * @param onEnded called when the server ends the member's access.
 * @returns a function that closes the stream.
 */
function listen(onEvent: Listener, onEnded: () => void): () => void {
  function onMessage(text: string) {
    const events = parse(text)
    // A message of a later server version.
    if (!events) return
    liveStore.setState(true)
    if (events.length === 0) onEvent(null)
    for (const event of events) onEvent(event)
  }
  let cancelReconnect: (() => void) | undefined
  const unsubscribe = studioSocket.subscribe({
    onState(state) {
      if (state !== 'open') liveStore.setState(false)
      if (state === 'attempts_exhausted')
        cancelReconnect = schedule(reconnectDelay_ms, () => studioSocket.reconnect())
      if (state === 'session_ended') onEnded()
    },
    onMessage,
  })
  // A socket may not notice that the network is down.
  const onOffline = () => studioSocket.disconnect()
  addEventListener('offline', onOffline)
  return () => {
    removeEventListener('offline', onOffline)
    cancelReconnect?.()
    unsubscribe()
  }
}

/** Opens the event stream. Used once in the studio, by its staff gate. Both functions must be stable. */
export function useStudioEventStream(onEvent: Listener, onEnded: () => void): void {
  useEffect(() => listen(onEvent, onEnded), [onEvent, onEnded])
}

/** Whether events arrive live; if not, a page polls. */
export function useIsLive(): boolean {
  return useStore(liveStore)
}

const titles = [studioKeys.titles(), studioKeys.schedule()]
const assets = [studioKeys.assets(), studioKeys.asset(), studioKeys.incompleteUploads()]

/** The queries that show a subject, by its kind in the audit log. */
const queriesOf: Readonly<Partial<Record<StudioSubject, readonly QueryKey[]>>> = {
  series: titles,
  season: titles,
  episode: titles,
  media_asset: [...titles, ...assets],
  studio_upload: assets,
  inquiry: [studioKeys.inbox(), studioKeys.inquiry()],
  answer_template: [studioKeys.templates()],
  faq: [studioKeys.faqs()],
  inquiry_subject: [studioKeys.faqs()],
  announcement: [studioKeys.notices()],
  review: [studioKeys.reviews()],
  marketing_campaign: [studioKeys.campaigns(), studioKeys.schedule()],
  member: [studioKeys.staff()],
  plan: [studioKeys.pricing()],
  point_package: [studioKeys.pricing()],
  rental_terms: [studioKeys.pricing()],
  category: [studioKeys.categories(), studioKeys.homeCuration()],
  home_row: [studioKeys.homeCuration()],
  home_curation: [studioKeys.homeCuration()],
  service: [studioKeys.settings()],
  operation_modes: [studioKeys.operations()],
  recommended_work: [studioKeys.recommendations()],
  recommendation_experiment: [studioKeys.recommendations()],
}

/** All queries that events update. */
const allQueries = [
  ...Object.values(queriesOf).flat(),
  studioKeys.title(),
  studioKeys.member(),
  studioKeys.audit(),
]

/**
 * Invalidates the queries that show the subject of an event; those of the open page are fetched again.
 * @param event null if anything may have changed, as after a reconnection.
 */
export function applyStudioEvent(event: StudioEvent | null): void {
  // The reader's role may have changed.
  if (event?.subject_kind === 'member' && event.subject_id === authStore.getState().user.id)
    void authStore.checkAuth()
  const keys = event === null ? allQueries : applyProgress(event) ? [] : queriesAbout(event)
  for (const queryKey of keys) void staffQueryClient.invalidateQueries({ queryKey })
}

function queriesAbout(event: StudioEvent): readonly QueryKey[] {
  const { subject_kind, subject_id, by } = event
  // The page of a member shows the reader's own actions itself.
  const isOwn = by?.id === authStore.getState().user.id
  return [
    ...(queriesOf[subject_kind as StudioSubject] ?? []),
    ...worksWith(event).map((id) => studioKeys.title(id)),
    ...(subject_kind === 'member' && !isOwn ? [studioKeys.member(subject_id)] : []),
    // Only actions of staff are in the log.
    ...(by ? [studioKeys.audit()] : []),
  ]
}

/** The ids of the loaded works that contain the subject. */
function worksWith({ subject_kind, subject_id }: StudioEvent): number[] {
  const loaded = staffQueryClient.getQueriesData<StudioWork>({ queryKey: studioKeys.title() })
  return loaded.flatMap(([queryKey, work]) => {
    // Longer keys are those of a work's revisions and preview.
    if (!work || queryKey.length > studioKeys.title(work.id).length) return []
    const { id, seasons } = work
    const episodes = seasons.flatMap((season) => season.episodes)
    const ids: Readonly<Record<string, readonly (number | null)[]>> = {
      series: [id],
      season: seasons.map((season) => season.id),
      episode: episodes.map((episode) => episode.id),
      media_asset: episodes.map((episode) => episode.asset_id),
    }
    return ids[subject_kind]?.includes(subject_id) ? [id] : []
  })
}

/**
 * Applies the progress of an encoding to the cache.
 * @returns whether no request is needed.
 */
function applyProgress({ subject_kind, subject_id, moved }: StudioEvent): boolean {
  if (subject_kind !== 'media_asset' || !moved) return false
  let isKnown = true
  const next = <A extends StudioAsset>(asset: A): A => {
    if (asset.id !== subject_id) return asset
    if (asset.state !== 'encoding') isKnown = false
    return { ...asset, ...moved }
  }
  staffQueryClient.setQueriesData<{ count: number; results: StudioAsset[] }>(
    { queryKey: studioKeys.assets() },
    (list) => list && { ...list, results: list.results.map(next) },
  )
  staffQueryClient.setQueriesData<StudioAssetDetail>(
    { queryKey: studioKeys.asset(subject_id) },
    (asset) => asset && next(asset),
  )
  if (!isKnown) for (const queryKey of assets) void staffQueryClient.invalidateQueries({ queryKey })
  return true
}
