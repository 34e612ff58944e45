import { endpoints } from '#contract/index.ts'
import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { formatMarkerTime, uploadsMessages as words } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useState } from 'react'
import {
  type MarkerValues,
  type MarkerDraft,
  type MarkerName,
  markersOf,
  markerNames,
} from './use-marker-draft.ts'
import { acting } from './queries.ts'

function faultOf({ opening_start, opening_end, ending_start }: MarkerValues): string | null {
  if ((opening_start === null) !== (opening_end === null)) return words.marker_faults.half
  if (opening_start !== null && opening_end !== null && opening_end <= opening_start)
    return words.marker_faults.order
  if (ending_start !== null && opening_end !== null && ending_start < opening_end)
    return words.marker_faults.ending
  return null
}

/** Opening and ending, set at where the film is: press, and look at it again. */
export function MarkersPanel({
  asset,
  marks,
  setHere,
  goTo,
}: {
  asset: StudioAssetDetail
  marks: MarkerDraft
  /** Sets a mark at where the film is. */
  setHere: (mark: MarkerName) => void
  goTo: (seconds: number) => void
}) {
  const { draft, isChanged } = marks
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<{ of: MarkerValues; fault: string | null } | null>(null)
  async function save() {
    const fault = faultOf(draft)
    setTold({ of: draft, fault })
    if (fault) return
    setBusy(true)
    const body = markersOf(draft)
    const given = { params: { id: asset.id }, body }
    const done = await acting(call(endpoints.studio_uploads.setMarkers, given), words.markers_saved)
    if (done) marks.revert()
    setBusy(false)
  }
  return (
    <section aria-labelledby="markers" className="rounded-xl bg-surface p-4">
      <h2 id="markers" className="text-lg font-bold">
        {words.markers}
      </h2>
      <p className="mt-1 mb-2 text-sm text-foreground-subtle">{words.markers_detail}</p>
      <ul className="divide-y divide-border">
        {markerNames.map((mark) => {
          const title = words[mark]
          const at = draft[mark]
          return (
            <li key={mark} className="flex flex-wrap items-center gap-x-1 py-1">
              <span className="grow text-sm">
                {title} <Key name={words.mark_keys[mark]} />
              </span>
              {at === null ? (
                <span className="mr-2 text-sm text-foreground-subtle">{words.none}</span>
              ) : (
                <>
                  <button
                    type="button"
                    aria-label={words.look_at(title, formatMarkerTime(at))}
                    onClick={() => goTo(at)}
                    className="min-h-11 rounded-md px-2 font-semibold text-accent-bright tabular-nums hover:underline"
                  >
                    {formatMarkerTime(at)}
                  </button>
                  <IconButton
                    label={`${title} ${words.clear}`}
                    icon="close"
                    onClick={() => marks.set(mark, null)}
                  />
                </>
              )}
              <Button
                look="outline"
                aria-label={words.set_here(title)}
                aria-keyshortcuts={words.mark_keys[mark]}
                onClick={() => setHere(mark)}
              >
                {words.now}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="mt-2 hidden flex-wrap gap-x-3 gap-y-1 text-xs text-foreground-subtle sm:pointer-fine:flex">
        {words.player_keys.map(([keys, what]) => (
          <span key={what} className="whitespace-nowrap">
            {keys.map((key) => (
              <Key key={key} name={key} />
            ))}{' '}
            {what}
          </span>
        ))}
      </p>
      {/* What no longer stands there is no longer wrong. */}
      <FormAlert>{told?.of === draft ? told.fault : null}</FormAlert>
      {isChanged && (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <span className="grow text-xs text-foreground-subtle">{words.unsaved}</span>
          <Button look="quiet" onClick={marks.revert}>
            {words.revert}
          </Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
            {words.save}
          </Button>
        </div>
      )}
    </section>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd
    aria-hidden="true"
    className="ml-1 hidden rounded-sm bg-surface-high px-1.5 font-mono text-2xs leading-5 text-foreground-muted first:ml-0 sm:pointer-fine:inline-block"
  >
    {name}
  </kbd>
)
