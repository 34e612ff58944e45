import type { InboxItem } from '#contract/studio/support.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { assigneeLabel, studioServiceMessages, waitingTimeLabel } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'

const messages = studioServiceMessages.inbox
const hour = 3_600_000
/** After a day it is time, after three it is late. */
const ages = [
  { over: 72 * hour, look: 'bg-danger/12 text-danger' },
  { over: 24 * hour, look: 'bg-accent-subtle text-accent-bright' },
] as const

/** The lines of the inbox. J and K, or the arrows within it, go from one to the next. */
export function InboxList({
  lines,
  opened,
  busy,
  now,
  hrefOf,
}: {
  lines: readonly InboxItem[]
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
      const at = event.target instanceof Element ? event.target : null
      if (at?.closest('input, textarea, select, dialog')) return
      const isInside = at !== null && list.current?.contains(at) === true
      const isNext = event.code === 'KeyJ' || (isInside && event.key === 'ArrowDown')
      const isBefore = event.code === 'KeyK' || (isInside && event.key === 'ArrowUp')
      if (!isNext && !isBefore) return
      event.preventDefault()
      const here = lines.findIndex(({ id }) => id === opened)
      const to = here < 0 ? 0 : here + (isNext ? 1 : -1)
      const line = lines[to]
      if (!line) return
      void navigate(hrefOf(line.id), { replace: opened !== null, preventScrollReset: true })
      const link = list.current?.querySelectorAll('a')[to]
      link?.scrollIntoView({ block: 'nearest' })
      if (isInside) link?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [lines, opened, hrefOf, navigate])
  return (
    <ul
      ref={list}
      aria-label={messages.list}
      aria-busy={busy}
      className={`border-t border-border transition-opacity duration-(--duration-fast) ${busy ? 'opacity-60' : ''}`}
    >
      {lines.map((line) => (
        <li key={line.id} className="border-b border-border">
          <Link
            to={hrefOf(line.id)}
            preventScrollReset
            {...(line.id === opened && { 'aria-current': 'true' as const })}
            className={`block rounded-md px-3 py-3 transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 ${line.id === opened ? 'bg-surface-raised' : 'hover:bg-surface'}`}
          >
            <span className="flex items-center gap-2 text-xs text-foreground-subtle">
              <span className="truncate">{line.subject_name}</span>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{line.username}</span>
              {line.has_attachment && (
                <>
                  <Icon name="paper" className="size-3.5" />
                  <span className="sr-only">{messages.attachment}</span>
                </>
              )}
              <Age line={line} now={now} />
            </span>
            <span className="mt-1 line-clamp-2 text-sm font-semibold break-keep wrap-anywhere">
              {line.title}
            </span>
            {line.assignee && (
              <span className="mt-1 block text-xs text-foreground-subtle">
                {assigneeLabel(line.assignee.username)}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Age({ line: { created_at, answered_at }, now }: { line: InboxItem; now: number }) {
  if (answered_at)
    return (
      <time dateTime={answered_at} className="ml-auto shrink-0 tabular-nums">
        {formatDateTime(answered_at)}
      </time>
    )
  const waited = now - Date.parse(created_at)
  const look = ages.find(({ over }) => waited >= over)?.look ?? ''
  return (
    <time
      dateTime={created_at}
      title={formatDateTime(created_at)}
      className={`ml-auto shrink-0 rounded-sm px-1.5 py-0.5 font-semibold tabular-nums ${look}`}
    >
      <span className="sr-only">{messages.waiting} </span>
      {waitingTimeLabel(waited)}
    </time>
  )
}
