import { IconButton } from '#web/ui/base/icon-button.tsx'
import { moveMessages } from './move-messages.ko.ts'

/** Moves an item of an ordered list by one place. */
export function MoveButtons({
  name,
  index,
  count,
  disabled = false,
  onMove,
}: {
  name: string
  index: number
  count: number
  disabled?: boolean
  onMove: (by: -1 | 1) => void
}) {
  return (
    <>
      <IconButton
        icon="chevron_up"
        label={moveMessages.move_up(name)}
        disabled={disabled || index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="chevron_down"
        label={moveMessages.move_down(name)}
        disabled={disabled || index === count - 1}
        onClick={() => onMove(1)}
      />
    </>
  )
}

/** Moves the item at `index` by a number of places. */
export function moveItem<T>(items: readonly T[], index: number, by: number): T[] {
  const moved = [...items]
  moved.splice(index + by, 0, ...moved.splice(index, 1))
  return moved
}
