import { TextLink } from '#web/ui/base/text-link.tsx'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { studio, type AuditLogEntry } from '#contract/studio/audit-log.ts'
import { formatTime } from '#web/lib/format.ts'
import { auditDayLabel, auditActionLabels } from './messages.ko.ts'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ListContent } from '#web/features/studio/list/list-content.tsx'
import { ListFilters } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { AuditDiff } from './audit-diff.tsx'
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
  studioWorksPath,
} from '#web/routing/studio-paths.ts'
import { staffQuery } from '#web/features/studio/members/queries.ts'
import { CsvLink } from '#web/features/studio/analytics/csv-link.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'

export default AuditLogPage

const messages = studioMessages.audit_log
const actionGroups = [
  'catalogue',
  'upload',
  'film',
  'service',
  'review',
  'member',
  'pricing',
  'marketing',
  'staff',
] as const
/** The origin of an action done without a session. */
const commandLine = 'command line'

/** Staff actions by day, newest first. */
function AuditLogPage() {
  const list = useList({
    endpoint: studio.listAuditLog,
    path: studioAuditLogPath,
    queryKey: studioKeys.audit,
    staleTime: 0,
  })
  const staff = useQuery(staffQuery)
  const { subject_kind, subject_id, from, to } = list.filters
  const isReversed = from !== undefined && to !== undefined && to < from
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ListFilters
        list={list}
        selects={[
          {
            name: 'staff_id',
            label: messages.who,
            all: messages.all_staff,
            options: staff.data?.map(({ id, username }) => ({ value: id, title: username })),
          },
          {
            name: 'kind',
            label: messages.filter,
            all: messages.all,
            options: actionGroups.map((group) => ({ value: group, title: messages.groups[group] })),
          },
        ]}
        days={[
          { name: 'from', label: messages.from },
          { name: 'to', label: messages.to, error: isReversed ? messages.reversed : undefined },
        ]}
      >
        <CsvLink call={studio.downloadAuditLog} query={list.narrowing} tableName={messages.title} />
      </ListFilters>
      {subject_kind && (
        <p className="mb-5 flex flex-wrap items-center gap-x-3 rounded-card bg-surface-raised py-1 pr-1 pl-4 text-sm">
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
      <ListContent
        list={list}
        label={messages.list}
        empty={{ icon: 'clock', title: messages.empty, detail: messages.empty_detail }}
        none={{ icon: 'clock', title: messages.empty, detail: messages.none_detail }}
      >
        {(entries) => <Days entries={entries} now={list.query.dataUpdatedAt} />}
      </ListContent>
    </>
  )
}

function Days({
  entries,
  now,
}: {
  entries: readonly AuditLogEntry[]
  /** When the entries were read. */
  now: number
}) {
  const days = Map.groupBy(entries, ({ at }) => seoulDate(at))
  return (
    <>
      {[...days].map(([day, dayEntries]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mb-8">
          <h2
            id={`day-${day}`}
            className="sticky top-0 z-sticky border-b border-border-strong bg-background py-3 text-sm font-bold tabular-nums"
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
    </>
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
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{auditActionLabels[kind] ?? kind}</span>
          {href ? (
            <TextLink to={href} tone="muted" isInline className="min-w-0 break-keep wrap-anywhere">
              {name}
            </TextLink>
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
      return `${studioWorksPath}/${subject_id}`
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
