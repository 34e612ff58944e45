import type { StudioWork } from '#contract/studio/catalogue.ts'
import type { StudioEvent, StudioSubject } from '#contract/studio/events.ts'
import type { StudioAsset, StudioAssetDetail } from '#contract/studio/uploads.ts'
import { authStore } from '#web/session/auth-store.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import type { QueryKey } from '@tanstack/react-query'
import { studioKeys } from './query-keys.ts'

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
  home_row: [studioKeys.homeCuration()],
  home_curation: [studioKeys.homeCuration()],
  recommended_work: [studioKeys.recommendations()],
  recommendation_experiment: [studioKeys.recommendations()],
}

/** All queries that events update. */
const allQueries = [
  ...Object.values(queriesOf).flat(),
  ...[studioKeys.title(), studioKeys.member(), studioKeys.audit()],
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
  for (const queryKey of keys) void memberQueryClient.invalidateQueries({ queryKey })
}

function queriesAbout(event: StudioEvent): readonly QueryKey[] {
  const { subject_kind, subject_id, by } = event
  // The page of a member shows the reader's own actions itself.
  const isOwn = by?.id === authStore.getState().user.id
  return [
    ...(queriesOf[subject_kind as StudioSubject] ?? []),
    ...titlesWith(event).map((id) => studioKeys.title(id)),
    ...(subject_kind === 'member' && !isOwn ? [studioKeys.member(subject_id)] : []),
    // Only actions of staff are in the log.
    ...(by ? [studioKeys.audit()] : []),
  ]
}

/** The ids of the loaded titles that contain the subject. */
function titlesWith({ subject_kind, subject_id }: StudioEvent): number[] {
  const loaded = memberQueryClient.getQueriesData<StudioWork>({ queryKey: studioKeys.title() })
  return loaded.flatMap(([queryKey, work]) => {
    // Longer keys are those of a title's revisions and preview.
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
  memberQueryClient.setQueriesData<{ count: number; results: StudioAsset[] }>(
    { queryKey: studioKeys.assets() },
    (list) => list && { ...list, results: list.results.map(next) },
  )
  memberQueryClient.setQueriesData<StudioAssetDetail>(
    { queryKey: studioKeys.asset(subject_id) },
    (asset) => asset && next(asset),
  )
  if (!isKnown)
    for (const queryKey of assets) void memberQueryClient.invalidateQueries({ queryKey })
  return true
}
