import type { StudioWork } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useApplyTitle, titleQuery } from '#web/features/studio/catalog/queries.ts'

const messages = studioCatalogMessages.seasons

/**
 * Moves things among their like, by dragging or step by step; saved at once, shown before it is, put back where it fails.
 * @returns the order to show, what a row needs to be dragged, and what was said last.
 */
export function useReorder<T extends { id: number; title: string }>(
  work_id: number,
  list: readonly T[],
  send: (order: { from: number[]; to: number[] }) => Promise<StudioWork>,
) {
  const client = useQueryClient()
  const takeIn = useApplyTitle()
  const [wished, setWished] = useState<readonly number[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const shown = wished ? wished.flatMap((id) => list.find((one) => one.id === id) ?? []) : list

  async function move(id: number, place: number) {
    const from = list.map((one) => one.id)
    if (wished || place < 0 || place >= from.length || from.indexOf(id) === place) return
    const to = from.filter((one) => one !== id)
    to.splice(place, 0, id)
    setWished(to)
    try {
      takeIn(await loadingTracker.during(send({ from, to })))
      setSaid(messages.moved(list.find((one) => one.id === id)?.title ?? '', place + 1))
    } catch (error) {
      const isMeanwhile = isApiError(error, 'edit_conflict')
      toasts.show(isMeanwhile ? messages.meanwhile : errorMessage(error), 'danger')
      if (isMeanwhile) await client.invalidateQueries(titleQuery(work_id))
    } finally {
      setWished(null)
    }
  }

  return {
    shown,
    said,
    move: (id: number, place: number) => void move(id, place),
    row: (id: number, place: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.stopPropagation()
        setDragged(id)
      },
      onDragOver(event: DragEvent) {
        if (dragged === null) return
        event.preventDefault()
        setOver(id)
      },
      onDragEnd() {
        setDragged(null)
        setOver(null)
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return
        event.preventDefault()
        void move(dragged, place)
        setDragged(null)
        setOver(null)
      },
      'data-drop-target': over === id && dragged !== id ? true : undefined,
    }),
  }
}
