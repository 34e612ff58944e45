import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { useId, type ReactNode } from 'react'
import { pricingMessages } from './messages.ko.ts'

/** One kind of what the service sells, with the button that adds another. */
export function OfferSection({
  messages,
  onAdd,
  children,
}: {
  messages: { title: string; note: string; add: string }
  /** Absent for staff who may not. */
  onAdd: (() => void) | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg font-bold">
          {messages.title}
        </h2>
        {onAdd && (
          <Button icon="plus" onClick={onAdd}>
            {messages.add}
          </Button>
        )}
      </div>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.note}</p>
      {children}
    </section>
  )
}

export const StateBadge = ({ isRetired }: { isRetired: boolean }) => (
  <Badge tone={isRetired ? 'neutral' : 'success'}>
    {pricingMessages.states[isRetired ? 'retired' : 'on_sale']}
  </Badge>
)

/** Edits a row, takes it off sale or puts it on sale again. */
export const RowActions = ({
  name,
  isRetired,
  isBusy,
  onEdit,
  onRetire,
}: {
  name: string
  isRetired: boolean
  isBusy: boolean
  /** Absent for a row that cannot be edited. */
  onEdit?: (() => void) | undefined
  onRetire: (isRetired: boolean) => void
}) => (
  <div className="-my-2 flex flex-wrap items-center max-md:-ml-5 md:justify-end">
    {onEdit && (
      <Button variant="ghost" aria-label={pricingMessages.edit_of(name)} onClick={onEdit}>
        {pricingMessages.edit}
      </Button>
    )}
    <Button
      variant="ghost"
      aria-label={isRetired ? pricingMessages.resume_of(name) : pricingMessages.retire_of(name)}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onRetire(!isRetired)}
    >
      {isRetired ? pricingMessages.resume : pricingMessages.retire}
    </Button>
  </div>
)
