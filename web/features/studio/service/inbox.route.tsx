import { dayMs } from '#contract/core/seoul-time.ts'
import {
  inquiryFilters,
  studio_support,
  type InboxItem,
} from '#contract/customer-services/staff.ts'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ListContent } from '#web/features/studio/list/list-content.tsx'
import { ListFilters, ListTabs } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { studioInquiriesPath } from '#web/routing/studio-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { InquiryThread } from './inquiry-thread.tsx'
import { assigneeLabel, studioServiceMessages, waitingTimeLabel } from './messages.ko.ts'
import { faqsQuery, pollInterval_ms } from './queries.ts'

const messages = studioServiceMessages.inbox

function useInboxList() {
  const isLive = useIsLive()
  return useList({
    endpoint: studio_support.listInquiries,
    path: studioInquiriesPath,
    queryKey: studioKeys.inbox,
    refetchInterval: isLive ? false : pollInterval_ms,
  })
}

function InboxHeader({ list }: { list: ReturnType<typeof useInboxList> }) {
  const subjects = useQuery(faqsQuery(1))
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={
          <>
            {messages.detail} <span className="max-lg:hidden">{messages.keys}</span>
          </>
        }
      />
      <ListFilters
        list={list}
        search={{
          name: 'q',
          label: messages.search,
          placeholder: messages.search_placeholder,
          maxLength: 100,
        }}
        selects={[
          {
            name: 'inquiry_subject_id',
            label: messages.subject,
            all: messages.all_subjects,
            options: subjects.data?.subjects.map(({ id, name }) => ({ value: id, title: name })),
          },
        ]}
      />
      <ListTabs
        list={list}
        name="state"
        label={messages.filters}
        options={inquiryFilters.map((state) => ({
          value: state,
          title: messages.states[state],
          count: state === 'answered' ? undefined : list.data?.counts[state],
        }))}
      />
    </>
  )
}

/** Members' inquiries, longest waiting first, with the opened one beside. All parameters are in the address. */
export default function InboxPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const opened = Number(params.get('id')) || null
  const threadPane = useRef<HTMLDivElement>(null)
  const list = useInboxList()
  const { rows: items, page } = list
  const { q, inquiry_subject_id } = list.filters
  const listPath = list.pageHref(page)
  const hrefOf = (id: number) => list.pageHref(page, { id: String(id) })
  /** After an answer, opens the next pending inquiry. */
  function openNext(answeredId: number) {
    // The form that had focus is removed with the answer.
    threadPane.current?.focus({ preventScroll: true })
    // The answered inquiry stays open if the list has not loaded.
    if (items.length === 0) return
    const index = items.findIndex(({ id }) => id === answeredId)
    const next = items[index + 1] ?? items[index - 1]
    void navigate(next ? hrefOf(next.id) : listPath)
  }

  return (
    <>
      <div className={opened ? 'max-lg:hidden' : ''}>
        <InboxHeader list={list} />
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
          <ListContent
            list={list}
            label={messages.list}
            empty={{
              icon: 'chat',
              title: q || inquiry_subject_id ? messages.empty_found : messages.empty,
              detail: messages.empty_detail,
            }}
          >
            {() => (
              <InboxList
                items={items}
                opened={opened}
                now={list.query.dataUpdatedAt}
                hrefOf={hrefOf}
              />
            )}
          </ListContent>
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
              backPath={listPath}
              hrefOf={hrefOf}
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

/** Highlights inquiries that have waited for more than a day or three days. */
const ageStyles = [
  { minAge_ms: 3 * dayMs, className: 'bg-danger/12 text-danger' },
  { minAge_ms: dayMs, className: 'bg-accent-subtle text-accent-bright' },
] as const

/** The inbox. J and K, or the arrow keys within the list, open the next or previous inquiry. */
function InboxList({
  items,
  opened,
  now,
  hrefOf,
}: {
  items: readonly InboxItem[]
  opened: number | null
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
    <ul ref={list} aria-label={messages.list} className="border-t border-border">
      {items.map((item) => (
        <li key={item.id} className="border-b border-border">
          <Link
            to={hrefOf(item.id)}
            preventScrollReset
            {...(item.id === opened && { 'aria-current': 'true' as const })}
            className={`block rounded-control px-3 py-3 transition-colors duration-(--duration-fast) focus-visible:-outline-offset-2 ${item.id === opened ? 'bg-surface-raised' : 'hover:bg-surface'}`}
          >
            <span className="flex items-center gap-2 text-xs text-foreground-subtle">
              <span className="truncate">{item.subject_name}</span>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{item.username}</span>
              {item.has_attachment && (
                <>
                  <Icon name="document" className="size-4" />
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
  const ageClass = ageStyles.find(({ minAge_ms }) => waited >= minAge_ms)?.className ?? ''
  return (
    <time
      dateTime={created_at}
      title={formatDateTime(created_at)}
      className={`ml-auto shrink-0 rounded-control px-2 py-1 font-semibold tabular-nums ${ageClass}`}
    >
      <span className="sr-only">{messages.waiting} </span>
      {waitingTimeLabel(waited)}
    </time>
  )
}
