import type { StudioWork } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { type DragEvent, useState } from 'react'
import { titleQuery, useTitleMutation } from '#web/features/studio/catalog/queries.ts'

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
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [dropTarget, setDropTarget] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const reordering = useTitleMutation(
    ({ order }: { order: { from: number[]; to: number[] }; result: string }) => send(order),
    {
      messageOf: (error) =>
        isApiError(error, 'edit_conflict') ? messages.concurrent_change : errorMessage(error),
      onSuccess: (_, { result }) => setAnnouncement(result),
      onError: (error, _, client) =>
        isApiError(error, 'edit_conflict') && client.invalidateQueries(titleQuery(work_id)),
    },
  )
  const pendingOrder = reordering.isPending ? reordering.input?.order.to : undefined
  const items = pendingOrder
    ? pendingOrder.flatMap((id) => currentItems.find((item) => item.id === id) ?? [])
    : currentItems

  function move(id: number, index: number) {
    const from = currentItems.map((item) => item.id)
    const previousIndex = from.indexOf(id)
    if (index < 0 || index >= from.length || previousIndex === index) return
    const to = from.toSpliced(previousIndex, 1).toSpliced(index, 0, id)
    const title = currentItems[previousIndex]?.title ?? ''
    reordering.submit({ order: { from, to }, result: messages.moved(title, index + 1) })
  }

  return {
    items,
    announcement,
    move,
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
        move(draggedId, index)
        setDraggedId(null)
        setDropTarget(null)
      },
      'data-drop-target': dropTarget === id && draggedId !== id ? true : undefined,
    }),
  }
}
