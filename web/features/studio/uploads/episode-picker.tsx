import { studio_uploads } from '#contract/media/staff.ts'
import type { EpisodeTargetResult, EpisodeTarget, StudioAsset } from '#contract/media/staff.ts'
import { placementLabel, trailerLabel, uploadsMessages as messages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAttachAsset } from './queries.ts'
import { useSettled } from '#web/features/studio/common/use-settled.ts'
import { studioWorksPath } from '#web/routing/studio-paths.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

/**
 * Asks for the episode of an asset.
 * @returns undefined if dismissed.
 */
async function openEpisodePicker(name: string): Promise<EpisodeTarget | undefined> {
  const selected = await dialogs.open<EpisodeTarget | null>({ label: messages.place }, (close) => (
    <StaffQueryProvider>
      <Picker name={name} onSelect={close} onClose={() => close(null)} />
    </StaffQueryProvider>
  ))
  return selected ?? undefined
}

function Picker({
  name,
  onSelect,
  onClose,
}: {
  name: string
  onSelect: (target: EpisodeTarget) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const query = useSettled(text.trim())
  const places = useQuery({
    queryKey: studioKeys.episodeSearch(query),
    queryFn: () => call(studio_uploads.findEpisodeTargets, { query: { name: query } }),
    enabled: query.length >= 2,
    placeholderData: keepPreviousData,
  })
  return (
    <DialogBody title={messages.place} onClose={onClose}>
      <p className="mb-3 truncate text-sm text-foreground-subtle">{name}</p>
      <TextField
        ref={initialFocusRef}
        label={messages.place_search}
        hint={messages.place_hint}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-2 h-[min(20rem,45dvh)] overflow-y-auto" aria-live="polite">
        {places.isError ? (
          <ErrorState isRetrying={places.isFetching} onRetry={() => void places.refetch()} />
        ) : places.data?.length === 0 && query.length >= 2 ? (
          <EmptyState icon="search" title={messages.place_empty}>
            {messages.place_empty_detail}
          </EmptyState>
        ) : (
          query.length >= 2 && (
            <ul aria-label={messages.choose_place}>
              {places.data?.map((target) => (
                <li key={target.episode_id}>
                  <TargetOption target={target} onSelect={onSelect} />
                </li>
              ))}
            </ul>
          )
        )}
      </div>
    </DialogBody>
  )
}

function TargetOption({
  target,
  onSelect,
}: {
  target: EpisodeTargetResult
  onSelect: (target: EpisodeTarget) => void
}) {
  const { video_state, ...rest } = target
  return (
    <button
      type="button"
      onClick={() => onSelect(rest)}
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 py-2 text-left text-sm text-foreground hover:bg-surface-raised focus-visible:-outline-offset-2"
    >
      <span className="min-w-0">{placementLabel(target)}</span>
      <Badge tone={video_state === 'ready' ? 'success' : 'neutral'}>
        {messages.place_states[video_state]}
      </Badge>
    </button>
  )
}

/** The episode of an asset, with a button to change it. */
export function EpisodePlacement({
  name,
  target,
  onSelect,
  note,
  children,
}: {
  name: string
  target: EpisodeTarget | null
  /** Absent if it cannot be changed now. */
  onSelect?: ((target: EpisodeTarget) => void) | undefined
  note?: string | undefined
  /** Further actions. */
  children?: ReactNode
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {(target || !onSelect) && (
        <span className={`py-1 ${target ? 'text-foreground-muted' : 'text-foreground-subtle'}`}>
          {target ? placementLabel(target) : messages.place_none}
          {note && <span className="block text-xs text-foreground-subtle">{note}</span>}
        </span>
      )}
      {onSelect && (
        <button
          type="button"
          aria-label={`${target ? messages.change_place : messages.choose_place}: ${name}`}
          className="min-h-11 font-semibold text-accent-bright hover:underline"
          onClick={() =>
            void openEpisodePicker(name).then((selected) => selected && onSelect(selected))
          }
        >
          {target ? messages.change_place : messages.choose_place}
        </button>
      )}
      {children}
    </span>
  )
}

/** The episode of an asset, which can be changed at any time, or the work whose trailer it is. */
export function AssetPlacement({
  asset: { id, source_name, target_episode: target, trailer_of, is_replacement },
  children,
}: {
  asset: StudioAsset
  children?: ReactNode
}) {
  const attachment = useAttachAsset(id)
  if (trailer_of)
    return (
      <Link
        to={`${studioWorksPath}/${trailer_of.series_id}`}
        className="inline-flex min-h-11 items-center text-sm text-foreground-muted hover:underline"
      >
        {trailerLabel(trailer_of.series_title)}
      </Link>
    )
  return (
    <EpisodePlacement
      name={source_name}
      target={target}
      note={is_replacement ? messages.replacing : undefined}
      onSelect={({ episode_id }) => attachment.submit(episode_id)}
    >
      {children}
    </EpisodePlacement>
  )
}
