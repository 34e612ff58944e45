import { endpoints } from '#contract/index.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import { formatTime } from '#web/lib/format.ts'
import { auditDayLabel, auditActionLabels } from './messages.ko.ts'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { call } from '#web/api/client.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination, pageCount, parsePageParam } from '#web/ui/layout/pagination.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { AuditDiff } from './audit-diff.tsx'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import {
  studioAuditLogPath,
  studioCampaignPath,
  studioInquiriesPath,
  studioMemberPath,
  studioNoticesPath,
  studioReviewsPath,
  studioRecommendationsPath,
  studioSearchesPath,
  studioUploadsPath,
  studioTitlesPath,
} from '#web/routing/studio-paths.ts'
import { staffQuery } from '#web/features/studio/members/queries.ts'
import { CsvLink } from '#web/features/studio/analytics/csv-link.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'

export default AuditLogPage

const messages = studioMessages.audit_log
const pageSize = 50
/** The origin of an action done without a session. */
const commandLine = 'command line'

/** Staff actions by day, newest first. The filters are in the address. */
function AuditLogPage() {
  const [params, setParams] = useSearchParams()
  const page = parsePageParam(params.get('page'), 200)
  const paramOf = (name: string) => {
    const value = params.get(name)
    return value ? { [name]: value } : {}
  }
  const filters: Record<string, string> = {
    ...{ ...paramOf('kind'), ...paramOf('staff_id') },
    ...{ ...paramOf('subject_kind'), ...paramOf('subject_id') },
    ...{ ...paramOf('from'), ...paramOf('to') },
  }
  const query = { ...filters, limit: pageSize, offset: (page - 1) * pageSize }
  const entries = useQuery({
    queryKey: studioKeys.audit(query),
    queryFn: () => call(endpoints.studio.listAuditLog, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const staff = useQuery(staffQuery)
  const choose = (name: string, to: string) => {
    const { [name]: _, ...rest } = filters
    setParams({ ...rest, ...(to && { [name]: to }) })
  }
  const { subject_kind, subject_id, from, to } = filters
  const isReversed = from !== undefined && to !== undefined && to < from
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <>
            <Select
              aria-label={messages.who}
              value={filters['staff_id'] ?? ''}
              onChange={({ target }) => choose('staff_id', target.value)}
            >
              <option value="">{messages.all_staff}</option>
              {staff.data?.map(({ id, username }) => (
                <option key={id} value={id}>
                  {username}
                </option>
              ))}
            </Select>
            <Select
              aria-label={messages.filter}
              value={filters['kind'] ?? ''}
              onChange={({ target }) => choose('kind', target.value)}
            >
              <option value="">{messages.all}</option>
              {Object.entries(messages.groups).map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </Select>
            {(['from', 'to'] as const).map((name) => (
              <DateField
                key={name}
                isLazy
                isCompact
                label={messages[name]}
                value={filters[name] ?? null}
                error={name === 'to' && isReversed ? messages.reversed : undefined}
                onValue={(day) => choose(name, day ?? '')}
              />
            ))}
            <CsvLink
              call={endpoints.studio.downloadAuditLog}
              query={filters}
              tableName={messages.title}
            />
          </>
        }
      />
      {subject_kind && (
        <p className="mb-5 flex flex-wrap items-center gap-x-3 rounded-lg bg-surface-raised py-1 pr-1 pl-4 text-sm">
          <span className="grow">
            {messages.only(
              [messages.subjects[subject_kind] ?? subject_kind, subject_id && `#${subject_id}`]
                .filter(Boolean)
                .join(' '),
            )}
          </span>
          <ButtonLink to={studioAuditLogPath} variant="ghost">
            {messages.show_all}
          </ButtonLink>
        </p>
      )}
      {entries.isPending ? (
        <TableSkeleton />
      ) : entries.isError ? (
        <ErrorState isRetrying={entries.isFetching} onRetry={() => void entries.refetch()} />
      ) : entries.data.count === 0 ? (
        <EmptyState icon="clock" title={messages.empty}>
          {messages.empty_detail}
        </EmptyState>
      ) : (
        <>
          <Days
            entries={entries.data.results}
            now={entries.dataUpdatedAt}
            busy={entries.isPlaceholderData}
          />
          {entries.data.count > pageSize && (
            <div className="mt-4">
              <Pagination
                page={page}
                pages={pageCount(entries.data.count, pageSize)}
                hrefOf={(to) =>
                  `${studioAuditLogPath}?${new URLSearchParams({ ...filters, page: String(to) })}`
                }
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

function Days({
  entries,
  now,
  busy,
}: {
  entries: readonly AuditLogEntry[]
  /** When the entries were read. */
  now: number
  busy: boolean
}) {
  const days = Map.groupBy(entries, ({ at }) => seoulDate(at))
  return (
    <section
      aria-label={messages.list}
      aria-busy={busy}
      className={`transition-opacity duration-(--duration-fast) ${busy ? 'opacity-60' : ''}`}
    >
      {[...days].map(([day, dayEntries]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mb-8">
          <h2
            id={`day-${day}`}
            className="sticky top-0 z-sticky border-b border-border-strong bg-background py-2.5 text-sm font-bold tabular-nums"
          >
            {auditDayLabel(day, seoulDate(now).slice(0, 4))}
          </h2>
          <ol>
            {dayEntries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

function Entry({ entry }: { entry: AuditLogEntry }) {
  const { at, staff_id, staff_name, address, kind, subject_name, subject_id, reason } = entry
  const isCommand = address === commandLine
  const name = subject_name || (subject_id !== null ? `#${subject_id}` : '')
  const href = subjectPath(entry)
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-1 border-b border-border py-3 text-sm md:grid md:grid-cols-[3rem_9rem_minmax(0,1fr)] md:gap-x-6">
      <time dateTime={at} className="text-foreground-subtle tabular-nums max-md:text-xs">
        {formatTime(at)}
      </time>
      <p className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3 max-md:text-xs max-md:text-foreground-subtle">
        <span className="font-semibold md:text-foreground">
          {staff_name}
          {staff_id === null && !isCommand && (
            <span className="font-normal text-foreground-subtle"> ({messages.left})</span>
          )}
        </span>
        <span className="text-xs text-foreground-subtle md:block">
          {isCommand ? messages.command : address}
        </span>
      </p>
      <div className="min-w-0 max-md:basis-full">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-semibold">{auditActionLabels[kind] ?? kind}</span>
          {href ? (
            <Link
              to={href}
              className="min-w-0 break-keep wrap-anywhere text-foreground-muted underline decoration-border-strong underline-offset-4 hover:text-accent-bright"
            >
              {name}
            </Link>
          ) : (
            <span className="min-w-0 break-keep wrap-anywhere text-foreground-muted">{name}</span>
          )}
        </p>
        {reason && (
          <p className="mt-1 border-l-2 border-border-strong pl-3 break-keep wrap-anywhere text-foreground-muted">
            {reason}
          </p>
        )}
        <AuditDiff entry={entry} />
      </div>
    </li>
  )
}

/** The page of an entry's subject, if there is one. */
function subjectPath({ subject_kind, subject_id }: AuditLogEntry): string | null {
  if (subject_id === null) return null
  switch (subject_kind) {
    case 'member':
      return studioMemberPath(subject_id)
    case 'inquiry':
      return `${studioInquiriesPath}?id=${subject_id}`
    case 'announcement':
      return `${studioNoticesPath}?edit=${subject_id}`
    case 'faq':
    case 'inquiry_subject':
      return `${studioNoticesPath}?kind=faqs`
    case 'review':
      return studioReviewsPath
    case 'series':
      return `${studioTitlesPath}/${subject_id}`
    case 'recommended_work':
    case 'recommendation_experiment':
      return studioRecommendationsPath
    case 'search_synonym':
    case 'search_term':
      return studioSearchesPath
    case 'marketing_campaign':
      return studioCampaignPath(subject_id)
    case 'media_asset':
      return `${studioUploadsPath}/${subject_id}`
    default:
      return null
  }
}
