import type { InboxItem } from '#contract/studio/support.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { assigneeLabel, studioServiceMessages, waitingTimeLabel } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

const messages = studioServiceMessages.inbox
const hour = 3_600_000
/** Highlights inquiries that have waited for more than a day or three days. */
const ageStyles = [
  { minAgeMs: 72 * hour, className: 'bg-danger/12 text-danger' },
  { minAgeMs: 24 * hour, className: 'bg-accent-subtle text-accent-bright' },
] as const

/** The inbox. J and K, or the arrow keys within the list, open the next or previous inquiry. */
export function InboxList({
  items,
  opened,
  busy,
  now,
  hrefOf,
}: {
  items: readonly InboxItem[]
  opened: number | null
  busy: boolean
  /** When they were read. */
  now: number
  hrefOf: (id: number) => string
}) {
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('input, textarea, select, dialog')) return
      const isInside = target !== null && list.current?.contains(target) === true
      const isNext = event.code === 'KeyJ' || (isInside && event.key === 'ArrowDown')
      const isBefore = event.code === 'KeyK' || (isInside && event.key === 'ArrowUp')
      if (!isNext && !isBefore) return
      event.preventDefault()
      const currentIndex = items.findIndex(({ id }) => id === opened)
      const nextIndex = currentIndex < 0 ? 0 : currentIndex + (isNext ? 1 : -1)
      const item = items[nextIndex]
      if (!item) return
      void navigate(hrefOf(item.id), { replace: opened !== null, preventScrollReset: true })
      const link = list.current?.querySelectorAll('a')[nextIndex]
      link?.scrollIntoView({ block: 'nearest' })
      if (isInside) link?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [items, opened, hrefOf, navigate])
  return (
    <ul
      ref={list}
      aria-label={messages.list}
      aria-busy={busy}
      className={`border-t border-border transition-opacity duration-(--duration-fast) ${busy ? 'opacity-60' : ''}`}
    >
      {items.map((item) => (
        <li key={item.id} className="border-b border-border">
          <Link
            to={hrefOf(item.id)}
            preventScrollReset
            {...(item.id === opened && { 'aria-current': 'true' as const })}
            className={`block rounded-md px-3 py-3 transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 ${item.id === opened ? 'bg-surface-raised' : 'hover:bg-surface'}`}
          >
            <span className="flex items-center gap-2 text-xs text-foreground-subtle">
              <span className="truncate">{item.subject_name}</span>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{item.username}</span>
              {item.has_attachment && (
                <>
                  <Icon name="document" className="size-3.5" />
                  <span className="sr-only">{messages.attachment}</span>
                </>
              )}
              <Age item={item} now={now} />
            </span>
            <span className="mt-1 line-clamp-2 text-sm font-semibold break-keep wrap-anywhere">
              {item.title}
            </span>
            {item.assignee && (
              <span className="mt-1 block text-xs text-foreground-subtle">
                {assigneeLabel(item.assignee.username)}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Age({ item: { created_at, answered_at }, now }: { item: InboxItem; now: number }) {
  if (answered_at)
    return (
      <time dateTime={answered_at} className="ml-auto shrink-0 tabular-nums">
        {formatDateTime(answered_at)}
      </time>
    )
  const waited = now - Date.parse(created_at)
  const ageClass = ageStyles.find(({ minAgeMs }) => waited >= minAgeMs)?.className ?? ''
  return (
    <time
      dateTime={created_at}
      title={formatDateTime(created_at)}
      className={`ml-auto shrink-0 rounded-sm px-1.5 py-0.5 font-semibold tabular-nums ${ageClass}`}
    >
      <span className="sr-only">{messages.waiting} </span>
      {waitingTimeLabel(waited)}
    </time>
  )
}
