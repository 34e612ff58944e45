import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { useDraftAutosave } from '#web/lib/drafts.ts'
import { useState } from 'react'

export const markerNames = ['opening_start', 'opening_end', 'ending_start'] as const
export type MarkerName = (typeof markerNames)[number]
/** Markers while they are edited, in seconds. */
export type MarkerValues = Record<MarkerName, number | null>

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

/** The markers of an asset while edited; the draft is saved on this device until submitted. */
export function useMarkerDraft({ id, markers }: Pick<StudioAssetDetail, 'id' | 'markers'>) {
  const { user } = useAuth()
  const name = `studio.markers.${id}`
  const [edited, setEdited] = useState(() => parseDraft(draftStorage(name, user.id).read()))
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
function parseDraft(stored: string | null): MarkerValues | null {
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
