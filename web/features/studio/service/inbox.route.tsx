import { inquiryFilters, type InboxItem, type InquiryFilter } from '#contract/studio/support.ts'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ListPages, QueryContent } from '#web/features/studio/table/query-table.tsx'
import { formatCount, formatDateTime } from '#web/lib/format.ts'
import { studioInquiriesPath } from '#web/routing/studio-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { parsePageParam } from '#web/ui/layout/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { InquiryThread } from './inquiry-thread.tsx'
import { assigneeLabel, studioServiceMessages, waitingTimeLabel } from './messages.ko.ts'
import { faqsQuery, inboxQuery, pollIntervalMs } from './queries.ts'

const messages = studioServiceMessages.inbox
const pageSize = 50

/** Members' inquiries, longest waiting first, with the opened one beside. All parameters are in the address. */
export default function InboxPage() {
  const [params, setParams] = useSearchParams()
  const state = inquiryFilters.find((option) => option === params.get('state')) ?? 'open'
  const subject = params.get('subject') ?? ''
  const q = params.get('q')?.trim() ?? ''
  const page = parsePageParam(params.get('page'), 200)
  const opened = Number(params.get('id')) || null
  const threadPane = useRef<HTMLDivElement>(null)

  /** The address with these parameters changed; an empty value removes one. */
  function hrefOf(changes: Record<string, string>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    return `${studioInquiriesPath}?${next}`
  }
  const filtered = (changes: Record<string, string>) => hrefOf({ ...changes, page: '', id: '' })
  const goTo = (href: string) => setParams(new URL(href, location.href).searchParams)

  const isLive = useIsLive()
  const inbox = useQuery({
    ...inboxQuery({
      state,
      ...(subject ? { inquiry_subject_id: subject } : {}),
      ...(q ? { q } : {}),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }),
    refetchInterval: isLive ? false : pollIntervalMs,
  })
  const items = inbox.data?.results ?? []
  /** After an answer, opens the next pending inquiry. */
  function openNext(answeredId: number) {
    // The form that had focus is removed with the answer.
    threadPane.current?.focus({ preventScroll: true })
    // The answered inquiry stays open if the list has not loaded.
    if (items.length === 0) return
    const index = items.findIndex(({ id }) => id === answeredId)
    const next = items[index + 1] ?? items[index - 1]
    goTo(hrefOf({ id: next ? String(next.id) : '' }))
  }

  return (
    <>
      <div className={opened ? 'max-lg:hidden' : ''}>
        <PageHeader
          title={messages.title}
          detail={
            <>
              {messages.detail} <span className="max-lg:hidden">{messages.keys}</span>
            </>
          }
        />
        <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          <nav
            aria-label={messages.filters}
            className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] max-md:w-[calc(100%+2rem)] md:mx-0 md:px-0"
          >
            {inquiryFilters.map((option) => (
              <ChipLink key={option} to={filtered({ state: option })} selected={option === state}>
                {messages.states[option]}
                <Count state={option} counts={inbox.data?.counts} />
              </ChipLink>
            ))}
          </nav>
          <div className="flex min-w-0 grow gap-2 lg:justify-end">
            <SubjectSelect value={subject} onChange={(to) => goTo(filtered({ subject: to }))} />
            <SearchField key={q} q={q} onSearch={(to) => goTo(filtered({ q: to }))} />
          </div>
        </div>
      </div>
      <div
        className={
          opened || items.length > 0
            ? 'gap-6 lg:grid lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] lg:items-start'
            : ''
        }
      >
        {/* The list scrolls independently of the opened inquiry. */}
        <div
          className={`lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto ${opened ? 'max-lg:hidden' : ''}`}
        >
          <QueryContent query={inbox}>
            {({ count }) =>
              items.length === 0 ? (
                <EmptyState
                  icon="chat"
                  title={q || subject ? messages.empty_found : messages.empty}
                >
                  {messages.empty_detail}
                </EmptyState>
              ) : (
                <>
                  <InboxList
                    items={items}
                    opened={opened}
                    busy={inbox.isPlaceholderData}
                    now={inbox.dataUpdatedAt}
                    hrefOf={(id) => hrefOf({ id: String(id) })}
                  />
                  <ListPages
                    {...{ page, count, size: pageSize }}
                    hrefOf={(to) => hrefOf({ page: String(to), id: '' })}
                  />
                </>
              )
            }
          </QueryContent>
        </div>
        <div
          ref={threadPane}
          tabIndex={-1}
          className={`outline-none ${opened ? '' : 'max-lg:hidden'}`}
        >
          {opened ? (
            <InquiryThread
              key={opened}
              id={opened}
              backPath={hrefOf({ id: '' })}
              hrefOf={(id) => hrefOf({ id: String(id) })}
              onAnswered={() => openNext(opened)}
            />
          ) : (
            items.length > 0 && (
              <EmptyState icon="mail" title={messages.choose}>
                {messages.choose_detail}
              </EmptyState>
            )
          )}
        </div>
      </div>
    </>
  )
}

function Count({
  state,
  counts,
}: {
  state: InquiryFilter
  counts: Record<'open' | 'mine' | 'unassigned', number> | undefined
}) {
  if (!counts || state === 'answered') return null
  return <span className="text-xs tabular-nums opacity-85">{formatCount(counts[state])}</span>
}

function SubjectSelect({ value, onChange }: { value: string; onChange: (to: string) => void }) {
  const { data } = useQuery(faqsQuery(1))
  return (
    <Select
      aria-label={messages.subject}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="shrink-0"
    >
      <option value="">{messages.all_subjects}</option>
      {data?.subjects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Searches on submit; an empty query shows all. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  return (
    <form
      role="search"
      aria-label={messages.search}
      className="relative min-w-0 grow sm:max-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        const query = new FormData(event.currentTarget).get('q')
        onSearch(typeof query === 'string' ? query.trim() : '')
      }}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-foreground-subtle"
      />
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={messages.search}
        placeholder={messages.search_placeholder}
        className="h-11 w-full rounded-lg bg-surface-raised pr-3 pl-10 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle"
      />
    </form>
  )
}

const hour = 3_600_000
/** Highlights inquiries that have waited for more than a day or three days. */
const ageStyles = [
  { minAgeMs: 72 * hour, className: 'bg-danger/12 text-danger' },
  { minAgeMs: 24 * hour, className: 'bg-accent-subtle text-accent-bright' },
] as const

/** The inbox. J and K, or the arrow keys within the list, open the next or previous inquiry. */
function InboxList({
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
