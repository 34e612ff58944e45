import { inquiryFilters, type InquiryFilter } from '#contract/studio/support.ts'
import { formatCount } from '#web/lib/format.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { studioInquiriesPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { InboxList } from './inbox-list.tsx'
import { InquiryThread } from './inquiry-thread.tsx'
import { faqsQuery, inboxQuery, pollIntervalMs } from './queries.ts'
import { Icon } from '#web/ui/base/icon.tsx'

export default InboxPage

const messages = studioServiceMessages.inbox
const pageSize = 50

/** Members' inquiries, longest waiting first, with the opened one beside. All parameters are in the address. */
function InboxPage() {
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
    setParams(new URL(hrefOf({ id: next ? String(next.id) : '' }), location.href).searchParams)
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
            <SubjectSelect
              value={subject}
              onChange={(to) =>
                setParams(new URL(filtered({ subject: to }), location.href).searchParams)
              }
            />
            <SearchField
              key={q}
              label={messages.search}
              placeholder={messages.search_placeholder}
              q={q}
              onSearch={(to) => setParams(new URL(filtered({ q: to }), location.href).searchParams)}
            />
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
          {inbox.isPending ? (
            <TableSkeleton />
          ) : inbox.isError ? (
            <ErrorState isRetrying={inbox.isFetching} onRetry={() => void inbox.refetch()} />
          ) : items.length === 0 ? (
            <EmptyState icon="chat" title={q || subject ? messages.empty_found : messages.empty}>
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
              {inbox.data.count > pageSize && (
                <div className="mt-4">
                  <Pagination
                    page={page}
                    pages={pageCount(inbox.data.count, pageSize)}
                    hrefOf={(to) => hrefOf({ page: String(to), id: '' })}
                  />
                </div>
              )}
            </>
          )}
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
function SearchField({
  label,
  placeholder,
  q,
  onSearch,
}: {
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}) {
  return (
    <form
      role="search"
      aria-label={label}
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
        aria-label={label}
        placeholder={placeholder}
        className="h-11 w-full rounded-lg bg-surface-raised pr-3 pl-10 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle"
      />
    </form>
  )
}
