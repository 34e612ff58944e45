import { endpoints } from '#contract/index.ts'
import type { StudioAssetPage } from '#contract/studio-uploads.ts'
import { pointText, uploadsCopy as words } from '#web/copy/studio-uploads.ts'
import { call } from '#web/data/client.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useState } from 'react'
import { acting } from './queries.ts'

export type Draft = {
  opening_start: number | null
  opening_end: number | null
  ending_start: number | null
}

export const draftOf = ({ opening, ending_start }: StudioAssetPage['markers']): Draft => ({
  opening_start: opening?.start ?? null,
  opening_end: opening?.end ?? null,
  ending_start,
})

/** What can be drawn of it while it is being set. */
export const markersOf = ({ opening_start: start, opening_end: end, ending_start }: Draft) => ({
  opening: start !== null && end !== null && end > start ? { start, end } : null,
  ending_start,
})

const names = ['opening_start', 'opening_end', 'ending_start'] as const

function faultOf({ opening_start, opening_end, ending_start }: Draft): string | null {
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
  draft,
  onDraft,
  here,
  goTo,
}: {
  asset: StudioAssetPage
  draft: Draft
  onDraft: (draft: Draft) => void
  /** Where the film is, in seconds. */
  here: () => number
  goTo: (seconds: number) => void
}) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const changed = names.some((name) => draft[name] !== draftOf(asset.markers)[name])
  function set(name: (typeof names)[number], to: number | null) {
    setTold(null)
    onDraft({ ...draft, [name]: to })
  }
  async function save() {
    const fault = faultOf(draft)
    setTold(fault)
    if (fault) return
    setBusy(true)
    await acting(
      call(endpoints.studio_uploads.setMarkers, {
        params: { id: asset.id },
        body: markersOf(draft),
      }),
      words.markers_saved,
    )
    setBusy(false)
  }
  return (
    <section aria-labelledby="markers" className="rounded-xl bg-surface p-4">
      <h2 id="markers" className="text-lg font-bold">
        {words.markers}
      </h2>
      <p className="mt-1 mb-3 text-sm text-paper-3">{words.markers_detail}</p>
      <ul className="divide-y divide-line">
        {names.map((name) => {
          const title = words[name]
          const at = draft[name]
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-2 py-1">
              <span className="grow text-sm">{title}</span>
              {at === null ? (
                <span className="text-sm text-paper-3">{words.none}</span>
              ) : (
                <>
                  <button
                    type="button"
                    aria-label={`${title} ${pointText(at)}`}
                    onClick={() => goTo(at)}
                    className="min-h-11 rounded-md px-2 font-semibold text-gam-bright tabular-nums hover:underline"
                  >
                    {pointText(at)}
                  </button>
                  <IconButton
                    label={`${title} ${words.clear}`}
                    icon="close"
                    onClick={() => set(name, null)}
                  />
                </>
              )}
              <Button
                look="outline"
                aria-label={words.set_here(title)}
                onClick={() => set(name, Math.round(here() * 10) / 10)}
              >
                {words.now}
              </Button>
            </li>
          )
        })}
      </ul>
      <FormError>{told}</FormError>
      <div className="mt-3 flex items-center justify-end gap-3">
        {changed && <span className="text-xs text-paper-3">{words.unsaved}</span>}
        <Button look="primary" disabled={!changed} busy={busy} onClick={() => void save()}>
          {words.save}
        </Button>
      </div>
    </section>
  )
}
