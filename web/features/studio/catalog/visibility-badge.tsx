import type { EpisodeStatus, WorkStatus } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'

const dots: Record<WorkStatus | EpisodeStatus, string> = {
  published: 'bg-success',
  scheduled: 'bg-accent',
  hidden: 'bg-foreground-subtle',
  ended: 'bg-danger',
  preparing: 'bg-age-15',
  no_video: 'bg-age-15',
}

/** The visibility of a work or an episode as text with a coloured dot. */
export function VisibilityBadge({ state }: { state: WorkStatus | EpisodeStatus }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[state]}`} />
      {studioCatalogMessages.states[state]}
    </span>
  )
}
