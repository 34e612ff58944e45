import type { StudioAssetDetail } from '#contract/studio/uploads.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { useDraftAutosave } from '#web/lib/drafts.ts'
import { useState } from 'react'

export const markerNames = ['opening_start', 'opening_end', 'ending_start'] as const
export type MarkerName = (typeof markerNames)[number]
/** Marks while they are being set, in seconds. */
export type MarkerValues = Record<MarkerName, number | null>

const draftOf = ({ opening, ending_start }: StudioAssetDetail['markers']): MarkerValues => ({
  opening_start: opening?.start ?? null,
  opening_end: opening?.end ?? null,
  ending_start,
})

/** What of a draft a film can have. */
export const markersOf = ({
  opening_start: start,
  opening_end: end,
  ending_start,
}: MarkerValues) => ({
  opening: start !== null && end !== null && end > start ? { start, end } : null,
  ending_start,
})

/** The marks of a film as they are being set: kept on this device until they are saved, and else as they stand. */
export function useMarkerDraft({ id, markers }: Pick<StudioAssetDetail, 'id' | 'markers'>) {
  const { user } = useAuth()
  const name = `studio.markers.${id}`
  const [typed, setTyped] = useState(() => draftFrom(draftStorage(name, user.id).read()))
  const stands = draftOf(markers)
  const draft = typed ?? stands
  const isChanged = markerNames.some((mark) => draft[mark] !== stands[mark])
  const text = isChanged ? JSON.stringify(draft) : null
  useDraftAutosave(name, user.id, text)
  return {
    draft,
    isChanged,
    set: (mark: MarkerName, to: number | null) => setTyped({ ...draft, [mark]: to }),
    revert: () => setTyped(null),
  }
}

export type MarkerDraft = ReturnType<typeof useMarkerDraft>

/** What was kept, unless another hand has been at it. */
function draftFrom(kept: string | null): MarkerValues | null {
  try {
    const draft = JSON.parse(kept ?? '') as MarkerValues
    const isOurs = markerNames.every((mark) => draft[mark] === null || Number.isFinite(draft[mark]))
    return isOurs ? draft : null
  } catch {
    return null
  }
}
