import { studio_uploads, type StudioAssetDetail } from '#contract/media/staff.ts'
import { call } from '#web/api/client.ts'
import { draftStorage, useDraftAutosave } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'
import { useAssetMutation } from './queries.ts'

export const markerNames = ['opening_start', 'opening_end', 'ending_start'] as const
export type MarkerName = (typeof markerNames)[number]
/** Markers while they are edited, in seconds. */
type MarkerValues = Record<MarkerName, number | null>

const draftOf = ({ opening, ending_start }: StudioAssetDetail['markers']): MarkerValues => ({
  opening_start: opening?.start ?? null,
  opening_end: opening?.end ?? null,
  ending_start,
})

/** The markers of a draft that are complete. */
export const markersOf = ({
  opening_start: start,
  opening_end: end,
  ending_start,
}: MarkerValues) => ({
  opening: start !== null && end !== null && end > start ? { start, end } : null,
  ending_start,
})

/** Markers are set to tenths of a second. */
export const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10

/** The markers of an asset while edited; the draft is saved on this device until submitted. */
export function useMarkerDraft({ id, markers }: Pick<StudioAssetDetail, 'id' | 'markers'>) {
  const { user } = useAuth()
  const name = `studio.markers.${id}`
  const [edited, setEdited] = useState(() => parseMarkerDraft(draftStorage(name, user.id).read()))
  const saved = draftOf(markers)
  const draft = edited ?? saved
  const isChanged = markerNames.some((marker) => draft[marker] !== saved[marker])
  const text = isChanged ? JSON.stringify(draft) : null
  useDraftAutosave(name, user.id, text)
  return {
    draft,
    isChanged,
    set: (marker: MarkerName, to: number | null) => setEdited({ ...draft, [marker]: to }),
    revert: () => setEdited(null),
  }
}

export type MarkerDraft = ReturnType<typeof useMarkerDraft>

/** Parses a stored draft, or returns null if it is invalid. */
function parseMarkerDraft(stored: string | null): MarkerValues | null {
  try {
    const draft = JSON.parse(stored ?? '') as MarkerValues
    const isValid = markerNames.every(
      (marker) => draft[marker] === null || Number.isFinite(draft[marker]),
    )
    return isValid ? draft : null
  } catch {
    return null
  }
}

function faultOf({ opening_start, opening_end, ending_start }: MarkerValues): string | null {
  if ((opening_start === null) !== (opening_end === null)) return messages.marker_faults.half
  if (opening_start !== null && opening_end !== null && opening_end <= opening_start)
    return messages.marker_faults.order
  if (ending_start !== null && opening_end !== null && ending_start < opening_end)
    return messages.marker_faults.ending
  return null
}

/** Sets opening and ending markers to the playback position, and jumps to them. */
export function MarkersPanel({
  asset,
  markers,
  setMarkerHere,
  goTo,
}: {
  asset: StudioAssetDetail
  markers: MarkerDraft
  /** Sets a marker to the playback position. */
  setMarkerHere: (marker: MarkerName) => void
  goTo: (seconds: number) => void
}) {
  const { draft, isChanged } = markers
  const saving = useAssetMutation(
    (body: ReturnType<typeof markersOf>) =>
      call(studio_uploads.setMarkers, { params: { id: asset.id }, body }),
    { toast: messages.markers_saved, onSuccess: () => markers.revert() },
  )
  const [reported, setReported] = useState<{ of: MarkerValues; fault: string | null } | null>(null)
  function save() {
    const fault = faultOf(draft)
    setReported({ of: draft, fault })
    if (!fault) saving.submit(markersOf(draft))
  }
  return (
    <section aria-labelledby="markers" className="rounded-sheet bg-surface p-4">
      <h2 id="markers" className="text-lg font-bold">
        {messages.markers}
      </h2>
      <p className="mt-1 mb-2 text-sm text-foreground-subtle">{messages.markers_detail}</p>
      <ul className="divide-y divide-border">
        {markerNames.map((marker) => {
          const title = messages[marker]
          const seconds = draft[marker]
          return (
            <li key={marker} className="flex flex-wrap items-center gap-x-1 py-1">
              <span className="grow text-sm">
                {title} <Key name={messages.mark_keys[marker]} />
              </span>
              {seconds === null ? (
                <span className="mr-2 text-sm text-foreground-subtle">{messages.none}</span>
              ) : (
                <>
                  <button
                    type="button"
                    aria-label={messages.jump_to(title, formatMarkerTime(seconds))}
                    onClick={() => goTo(seconds)}
                    className="min-h-11 rounded-control px-2 font-semibold text-accent-bright tabular-nums hover:underline"
                  >
                    {formatMarkerTime(seconds)}
                  </button>
                  <IconButton
                    label={`${title} ${messages.clear}`}
                    icon="close"
                    onClick={() => markers.set(marker, null)}
                  />
                </>
              )}
              <Button
                variant="outline"
                aria-label={messages.set_here(title)}
                aria-keyshortcuts={messages.mark_keys[marker]}
                onClick={() => setMarkerHere(marker)}
              >
                {messages.now}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="mt-2 hidden flex-wrap gap-x-3 gap-y-1 text-xs text-foreground-subtle sm:pointer-fine:flex">
        {messages.player_keys.map(([keys, action]) => (
          <span key={action} className="whitespace-nowrap">
            {keys.map((key) => (
              <Key key={key} name={key} />
            ))}{' '}
            {action}
          </span>
        ))}
      </p>
      {/* The error applies to the draft it was reported for. */}
      <FormAlert>{reported?.of === draft ? reported.fault : null}</FormAlert>
      {isChanged && (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <span className="grow text-xs text-foreground-subtle">{messages.unsaved}</span>
          <Button variant="ghost" onClick={markers.revert}>
            {messages.revert}
          </Button>
          <Button variant="primary" busy={saving.isPending} onClick={save}>
            {messages.save}
          </Button>
        </div>
      )}
    </section>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd
    aria-hidden="true"
    className="ml-1 hidden rounded-control bg-surface-high px-2 font-mono text-2xs leading-5 text-foreground-muted first:ml-0 sm:pointer-fine:inline-block"
  >
    {name}
  </kbd>
)

/** Matched by `code`, so that they work with a Korean keyboard layout. */
const markerKeys: Readonly<Record<string, MarkerName>> = {
  KeyI: 'opening_start',
  KeyO: 'opening_end',
  KeyE: 'ending_start',
}
/** Seconds: J and L as in video editors, comma and period about a frame. */
const skipSeconds: Readonly<Record<string, number>> = {
  KeyJ: -5,
  KeyL: 5,
  Comma: -1 / 24,
  Period: 1 / 24,
}

type MarkerActions = {
  set: (marker: MarkerName) => void
  skip: (seconds: number) => void
  toggle: () => void
}

/**
 * The keyboard shortcuts of the marker editor. Active if no text field or other control has focus: within `region`, and
 * while an ancestor of it has focus, as after a navigation.
 */
export function useMarkerShortcuts(region: RefObject<HTMLElement | null>, actions: MarkerActions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, code } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (!(target instanceof Element) || target.matches('input, select, textarea')) return
      const { current } = region
      if (!current || !(target.contains(current) || current.contains(target))) return
      const marker = markerKeys[code]
      const skip = skipSeconds[code]
      if (marker) latest.current.set(marker)
      else if (skip) latest.current.skip(skip)
      else if (code === 'KeyK') latest.current.toggle()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [region])
}
