import type { ScheduleItem } from '#contract/studio/publishing.ts'
import { formatTime } from '#web/lib/format.ts'
import { studioCampaignPath, studioTitlePath } from '#web/routing/studio-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { scheduleMessages as messages } from './messages.ko.ts'
import type { Rescheduled } from './queries.ts'
import { RescheduleForm } from './reschedule-form.tsx'

const marks = { opens: 'bg-success', closes: 'bg-danger', sends: 'bg-accent' } as const

/** Identifies an item of the schedule. */
export const keyOfItem = ({ kind, event, id }: ScheduleItem): string => `${kind}-${event}-${id}`

/** One thing that opens, closes or is sent, with a link to its editor. What has not happened yet can be moved. */
export function ScheduleEntry({
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
      className={`rounded-lg bg-surface p-2.5 text-sm inset-ring ${issue ? 'inset-ring-danger/50' : 'inset-ring-border'} ${isPast ? 'opacity-75' : ''}`}
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
        className="mt-1 inline-flex min-h-6 rounded-sm font-semibold break-keep wrap-anywhere hover:underline"
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
          <Icon name="warning" className="mt-0.5 size-3.5 shrink-0" />
          {messages.issues[issue]}
        </p>
      )}
      {movable && !isChanging && (
        <button
          ref={button}
          type="button"
          aria-label={messages.change_of(title)}
          onClick={() => onChanging(true)}
          className="-mb-1 flex min-h-9 items-center gap-1 rounded-md text-xs font-medium text-foreground-muted underline decoration-border-strong underline-offset-4 hover:text-foreground max-xl:min-h-11"
        >
          {messages.change}
        </button>
      )}
      {movable && isChanging && (
        <div className="mt-3">
          <RescheduleForm item={movable} at={at} onDone={() => onChanging(false)} />
        </div>
      )}
    </article>
  )
}

/** The edit that moves an item; undefined for a campaign, which is cancelled before it is sent at another time. */
function rescheduledBy({ kind, event, id, version }: ScheduleItem): Rescheduled | undefined {
  return kind === 'campaign' || event === 'sends' ? undefined : { kind, event, id, version }
}

function editorPath({ kind, id, work_id }: ScheduleItem): string {
  if (kind === 'campaign') return studioCampaignPath(id)
  const path = studioTitlePath(work_id ?? id)
  return kind === 'episode' ? `${path}?tab=episodes` : path
}
