import { TextLink } from '#web/ui/base/text-link.tsx'
import type { ScheduleItem } from '#contract/contents/staff/publishing.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { formatMonthDay, formatTime } from '#web/lib/format.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import {
  studioSchedulePath,
  studioWorksPath,
  studioCampaignPath,
  studioWorkPath,
} from '#web/routing/studio-paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams, Link } from 'react-router'
import { scheduleMessages as messages } from './messages.ko.ts'
import { scheduleQuery, type Rescheduled } from './queries.ts'
import { daysOfWeek, groupByDay, parseWeek, startOfDay } from './week.ts'
import { RescheduleForm } from './reschedule-form.tsx'

const marks = {
  opens: 'bg-success',
  closes: 'bg-danger',
  announced: 'bg-foreground-subtle',
  sends: 'bg-accent',
} as const

/** Identifies an item of the schedule. */
const keyOfItem = ({ kind, event, id }: ScheduleItem): string => `${kind}-${event}-${id}`

/** One thing that opens, closes or is sent, with a link to its editor. What has not happened yet can be moved. */
function ScheduleEntry({
  item,
  isPast,
  isChanging,
  onChanging,
}: {
  item: ScheduleItem
  isPast: boolean
  isChanging: boolean
  onChanging: (isChanging: boolean) => void
}) {
  const { event, at, title, episode, episode_count, issue } = item
  const movable = isPast ? undefined : rescheduledBy(item)
  const button = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(isChanging)
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasChanging.current && !isChanging) button.current?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  return (
    <article
      className={`rounded-card bg-surface p-3 text-sm inset-ring ${issue ? 'inset-ring-danger/50' : 'inset-ring-border'} ${isPast ? 'opacity-75' : ''}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-foreground-muted">
        <span aria-hidden="true" className={`size-2 rounded-full ${marks[event]}`} />
        <time dateTime={at} className="font-semibold text-foreground tabular-nums">
          {formatTime(at)}
        </time>
        {isPast ? messages.done[event] : messages.events[event]}
      </p>
      <Link
        to={editorPath(item)}
        className="mt-1 inline-flex min-h-6 rounded-control font-semibold break-keep wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      {episode && (
        <p className="text-xs text-foreground-muted">
          {messages.episode(episode.season_number, episode.number, episode.title)}
        </p>
      )}
      {episode_count > 1 && (
        <p className="text-xs text-foreground-muted">{messages.with_episodes(episode_count)}</p>
      )}
      {issue && (
        <p className="mt-1 flex gap-1 text-xs font-medium text-danger">
          <Icon name="warning" className="mt-1 size-4 shrink-0" />
          {messages.issues[issue]}
        </p>
      )}
      {movable && !isChanging && (
        <TextLink
          ref={button}
          aria-label={messages.change_of(title)}
          onClick={() => onChanging(true)}
          tone="muted"
          className="-mb-1 min-h-9 gap-1 rounded-control text-xs max-xl:min-h-11"
        >
          {messages.change}
        </TextLink>
      )}
      {movable && isChanging && (
        <div className="mt-3">
          <RescheduleForm item={movable} at={at} onDone={() => onChanging(false)} />
        </div>
      )}
    </article>
  )
}

/**
 * The edit that moves an item; undefined for a campaign, which is cancelled before it is sent at another time, and for an announced
 * date, which is a field of the work.
 */
function rescheduledBy({ kind, event, id, version }: ScheduleItem): Rescheduled | undefined {
  return kind === 'campaign' || event === 'sends' || event === 'announced'
    ? undefined
    : { kind, event, id, version }
}

function editorPath({ kind, id, work_id }: ScheduleItem): string {
  if (kind === 'campaign') return studioCampaignPath(id)
  const path = studioWorkPath(work_id ?? id)
  return kind === 'episode' ? `${path}?tab=episodes` : path
}

export default SchedulePage

const weekPath = (monday: string) => `${studioSchedulePath}?week=${monday}`

/** The openings, ends and mailings of a week; the week is in the address. */
function SchedulePage() {
  const [params] = useSearchParams()
  const [openedAt] = useState(() => Date.now())
  const monday = parseWeek(params.get('week'), openedAt)
  const [previous, next] = [addDays(monday, -7), addDays(monday, 7)]
  const schedule = useQuery(scheduleQuery(monday))
  const navigate = useNavigate()
  usePageActions([
    { key: 'today', title: messages.today, icon: 'calendar', run: () => go(studioSchedulePath) },
    { key: 'previous', title: messages.previous, run: () => go(weekPath(previous)) },
    { key: 'next', title: messages.next, run: () => go(weekPath(next)) },
  ])
  const go = (path: string) => void navigate(path)
  const nameOf = (day: string) => formatMonthDay(startOfDay(day))
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <nav aria-label={messages.weeks} className="flex items-center gap-2">
            <WeekLink to={weekPath(previous)} label={messages.previous} icon="chevron_left" />
            <ButtonLink to={studioSchedulePath} variant="outline">
              {messages.today}
            </ButtonLink>
            <WeekLink to={weekPath(next)} label={messages.next} icon="chevron_right" />
          </nav>
        }
      />
      <h2 className="mb-3 text-lg font-bold" aria-live="polite">
        {messages.week(nameOf(monday), nameOf(addDays(monday, 6)))}
      </h2>
      <QueryContent query={schedule}>
        {({ results, is_truncated }) =>
          results.length === 0 ? (
            <EmptyState
              icon="calendar"
              title={messages.empty}
              actions={<ButtonLink to={studioWorksPath}>{messages.to_works}</ButtonLink>}
            >
              {messages.empty_detail}
            </EmptyState>
          ) : (
            <Week
              key={monday}
              days={daysOfWeek(monday)}
              items={results}
              isTruncated={is_truncated}
              isBusy={schedule.isPlaceholderData}
              now={schedule.dataUpdatedAt}
            />
          )
        }
      </QueryContent>
    </>
  )
}

const WeekLink = ({
  to,
  label,
  icon,
}: {
  to: string
  label: string
  icon: 'chevron_left' | 'chevron_right'
}) => (
  <ButtonLink to={to} variant="outline" aria-label={label} title={label} className="px-3">
    <Icon name={icon} className="size-5" />
  </ButtonLink>
)

/** Seven columns on a wide screen, else the days below each other. */
function Week({
  days,
  items,
  isTruncated,
  isBusy,
  now,
}: {
  days: readonly string[]
  items: readonly ScheduleItem[]
  isTruncated: boolean
  isBusy: boolean
  /** When the items were read. */
  now: number
}) {
  const [changing, setChanging] = useState<string | null>(null)
  const issueCount = items.filter(({ issue }) => issue !== null).length
  const groups = groupByDay(items, days)
  // The column of an open form is wider.
  const columns = groups.map((group) =>
    group.items.some((item) => keyOfItem(item) === changing)
      ? 'minmax(15rem, 2fr)'
      : 'minmax(0, 1fr)',
  )
  return (
    <>
      <p role="status" className="sr-only">
        {messages.count(items.length)}
      </p>
      {issueCount > 0 && (
        <p className="mb-3 flex items-center gap-2 text-sm font-medium text-danger">
          <Icon name="warning" className="size-4 shrink-0" />
          {messages.issue_count(issueCount)}
        </p>
      )}
      {isTruncated && <p className="mb-3 text-sm text-foreground-muted">{messages.truncated}</p>}
      <ol
        aria-busy={isBusy}
        style={{ gridTemplateColumns: columns.join(' ') }}
        className={`transition-opacity duration-(--duration-fast) max-xl:!block max-xl:space-y-6 xl:grid xl:gap-2 ${isBusy ? 'opacity-60' : ''}`}
      >
        {groups.map((group, index) => {
          const isToday = group.day === seoulDate(now)
          return (
            <li key={group.day} className="min-w-0 xl:min-h-64">
              <h3
                className={`mb-2 flex items-baseline gap-2 border-b-2 pb-2 text-sm font-semibold ${isToday ? 'border-accent' : 'border-border'}`}
              >
                <span className="text-foreground-muted">{messages.weekdays[index]}</span>
                <time dateTime={group.day} className="tabular-nums">
                  {formatMonthDay(startOfDay(group.day))}
                </time>
                {isToday && <span className="text-xs text-accent">{messages.is_today}</span>}
              </h3>
              {group.items.length === 0 ? (
                <p className="py-1 text-xs text-foreground-subtle">{messages.none}</p>
              ) : (
                <ul className="space-y-2">
                  {group.items.map((item) => {
                    const key = keyOfItem(item)
                    return (
                      <li key={key}>
                        <ScheduleEntry
                          item={item}
                          isPast={Date.parse(item.at) <= now}
                          isChanging={changing === key}
                          onChanging={(isChanging) => setChanging(isChanging ? key : null)}
                        />
                      </li>
                    )
                  })}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
