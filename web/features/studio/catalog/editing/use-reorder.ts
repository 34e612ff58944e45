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
 * Reorders items by drag and drop or stepwise: saved at once, optimistically, and reverted on failure.
 * @returns the order to show, the drag props of a row, and the last announcement.
 */
export function useReorder<T extends { id: number; title: string }>(
  work_id: number,
  currentItems: readonly T[],
  send: (order: { from: number[]; to: number[] }) => Promise<StudioWork>,
) {
  const client = useQueryClient()
  const applyTitle = useApplyTitle()
  const [pendingOrder, setPendingOrder] = useState<readonly number[] | null>(null)
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [dropTarget, setDropTarget] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const items = pendingOrder
    ? pendingOrder.flatMap((id) => currentItems.find((item) => item.id === id) ?? [])
    : currentItems

  async function move(id: number, index: number) {
    const from = currentItems.map((item) => item.id)
    if (pendingOrder || index < 0 || index >= from.length || from.indexOf(id) === index) return
    const to = from.filter((item) => item !== id)
    to.splice(index, 0, id)
    setPendingOrder(to)
    try {
      applyTitle(await loadingTracker.track(send({ from, to })))
      setAnnouncement(
        messages.moved(currentItems.find((item) => item.id === id)?.title ?? '', index + 1),
      )
    } catch (error) {
      const isConflict = isApiError(error, 'edit_conflict')
      toasts.show(isConflict ? messages.concurrent_change : errorMessage(error), 'danger')
      if (isConflict) await client.invalidateQueries(titleQuery(work_id))
    } finally {
      setPendingOrder(null)
    }
  }

  return {
    items,
    announcement,
    move: (id: number, index: number) => void move(id, index),
    row: (id: number, index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.stopPropagation()
        setDraggedId(id)
      },
      onDragOver(event: DragEvent) {
        if (draggedId === null) return
        event.preventDefault()
        setDropTarget(id)
      },
      onDragEnd() {
        setDraggedId(null)
        setDropTarget(null)
      },
      onDrop(event: DragEvent) {
        if (draggedId === null) return
        event.preventDefault()
        void move(draggedId, index)
        setDraggedId(null)
        setDropTarget(null)
      },
      'data-drop-target': dropTarget === id && draggedId !== id ? true : undefined,
    }),
  }
}
