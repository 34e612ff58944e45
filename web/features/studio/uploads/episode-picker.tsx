import { endpoints } from '#contract/index.ts'
import type { EpisodeTargetResult, EpisodeTarget } from '#contract/studio/uploads.ts'
import { placementLabel, uploadsMessages as words } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'

/** Asks for which episode a film is. @returns undefined where the question was dismissed. */
async function openEpisodePicker(name: string): Promise<EpisodeTarget | undefined> {
  const answer = await dialogs.open<EpisodeTarget | null>({ label: words.place }, (close) => (
    <MemberQueryProvider>
      <Picker name={name} onChosen={close} onClose={() => close(null)} />
    </MemberQueryProvider>
  ))
  return answer ?? undefined
}

function Picker({
  name,
  onChosen,
  onClose,
}: {
  name: string
  onChosen: (place: EpisodeTarget) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed.trim())
  const places = useQuery({
    queryKey: ['studio', 'places', sought],
    queryFn: () => call(endpoints.studio_uploads.findEpisodeTargets, { query: { name: sought } }),
    enabled: sought.length >= 2,
    placeholderData: keepPreviousData,
  })
  return (
    <DialogBody title={words.place} onClose={onClose}>
      <p className="mb-3 truncate text-sm text-foreground-subtle">{name}</p>
      <TextField
        ref={initialFocusRef}
        label={words.place_search}
        hint={words.place_hint}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-2 h-[min(20rem,45dvh)] overflow-y-auto" aria-live="polite">
        {places.isError ? (
          <ErrorState busy={places.isFetching} onRetry={() => void places.refetch()} />
        ) : places.data?.length === 0 && sought.length >= 2 ? (
          <EmptyState icon="search" title={words.place_empty}>
            {words.place_empty_detail}
          </EmptyState>
        ) : (
          sought.length >= 2 && (
            <ul aria-label={words.choose_place}>
              {places.data?.map((place) => (
                <li key={place.episode_id}>
                  <Choice place={place} onChosen={onChosen} />
                </li>
              ))}
            </ul>
          )
        )}
      </div>
    </DialogBody>
  )
}

function Choice({
  place,
  onChosen,
}: {
  place: EpisodeTargetResult
  onChosen: (place: EpisodeTarget) => void
}) {
  const { video_state, ...rest } = place
  return (
    <button
      type="button"
      onClick={() => onChosen(rest)}
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-3 py-2 text-left text-sm text-foreground hover:bg-surface-raised focus-visible:-outline-offset-2"
    >
      <span className="min-w-0">{placementLabel(place)}</span>
      <Badge tone={video_state === 'ready' ? 'good' : 'plain'}>
        {words.place_states[video_state]}
      </Badge>
    </button>
  )
}

/** Where a film goes, and the way to say so. */
export function EpisodePlacement({
  name,
  place,
  onChosen,
  note,
  children,
}: {
  name: string
  place: EpisodeTarget | null
  /** Absent where it cannot be changed now. */
  onChosen?: ((place: EpisodeTarget) => void) | undefined
  note?: string | undefined
  /** What else can be done about it. */
  children?: ReactNode
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {(place || !onChosen) && (
        <span className={`py-1 ${place ? 'text-foreground-muted' : 'text-foreground-subtle'}`}>
          {place ? placementLabel(place) : words.place_none}
          {note && <span className="block text-xs text-foreground-subtle">{note}</span>}
        </span>
      )}
      {onChosen && (
        <button
          type="button"
          aria-label={`${place ? words.change_place : words.choose_place}: ${name}`}
          className="min-h-11 font-semibold text-accent-bright hover:underline"
          onClick={() => void openEpisodePicker(name).then((chosen) => chosen && onChosen(chosen))}
        >
          {place ? words.change_place : words.choose_place}
        </button>
      )}
      {children}
    </span>
  )
}
