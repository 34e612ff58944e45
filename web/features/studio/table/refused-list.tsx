import { IconButton } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'
import { tableMessages } from './messages.ko.ts'

/** A row that a bulk action did not change, and why; with the address of its page, if it has one. */
export type RefusedRow = { key: string; title: string; reason: string; to?: string }

/** The rows that the last bulk action did not change; announced when it appears. */
export function RefusedList({
  heading,
  rows,
  onDismiss,
}: {
  heading: string
  rows: readonly RefusedRow[]
  onDismiss: () => void
}) {
  if (rows.length === 0) return null
  return (
    <div role="alert">
      <section className="mb-4 rounded-xl bg-danger/8 p-4 inset-ring inset-ring-danger/30">
        <div className="flex items-start gap-2">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-danger" />
          <h2 className="grow text-sm font-semibold">{heading}</h2>
          <IconButton
            label={tableMessages.dismiss}
            icon="close"
            onClick={onDismiss}
            className="-mt-2.5 -mr-2 -mb-2 [&_svg]:size-4"
          />
        </div>
        <ul className="mt-1 max-h-56 overflow-y-auto text-sm">
          {rows.map(({ key, title, reason, to }) => (
            <li key={key} className="flex flex-wrap gap-x-3 py-1 pl-7">
              {to ? (
                <Link
                  to={to}
                  className="font-medium underline decoration-border-strong underline-offset-4"
                >
                  {title}
                </Link>
              ) : (
                <span className="font-medium">{title}</span>
              )}
              <span className="text-foreground-muted">{reason}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
