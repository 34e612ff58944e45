import type { HealthFigure, PartHealth } from '#contract/operations/health.ts'
import { formatRelativeTime, formatTimestamp } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { formatFigure, operationsMessages as messages } from './messages.ko.ts'
import { openRunbook } from './runbook-dialog.tsx'
import { StateBadge } from './state-badge.tsx'

/** The parts of the site, each with its state, figures, their age and its runbook. */
export const PartList = ({ parts, now }: { parts: readonly PartHealth[]; now: number }) => (
  <ul className="grid gap-4 md:grid-cols-2">
    {parts.map((part) => (
      <PartCard key={part.part} {...part} now={now} />
    ))}
  </ul>
)

function PartCard({
  part,
  state,
  figures,
  measured_at,
  alerts,
  runbook,
  now,
}: PartHealth & { now: number }) {
  const name = messages.parts[part]
  const detail =
    state === 'off'
      ? messages.off_detail[part]
      : state === 'no_answer' && measured_at === null
        ? messages.no_answer_detail
        : undefined
  return (
    <li className="panel flex flex-col p-5">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 grow font-semibold">{name}</h3>
        <StateBadge state={state} />
      </div>
      {detail && <p className="mt-2 text-sm text-foreground-muted">{detail}</p>}
      {figures.length > 0 && (
        <dl className="mt-3 space-y-1 text-sm">
          {figures.map((figure) => (
            <FigureRow key={`${figure.name} ${figure.of}`} figure={figure} now={now} />
          ))}
        </dl>
      )}
      {alerts.length > 0 && (
        <p className="mt-2 text-xs break-words text-foreground-muted">{messages.alerts(alerts)}</p>
      )}
      <div className="mt-auto flex items-center justify-between gap-3 pt-2">
        <p className="text-xs text-foreground-subtle">
          {measured_at && messages.measured(formatRelativeTime(measured_at, now))}
        </p>
        <Button
          className="text-sm"
          aria-label={messages.runbook_of(name)}
          onClick={() => void openRunbook(runbook, name)}
        >
          {messages.runbook}
        </Button>
      </div>
    </li>
  )
}

function FigureRow({ figure, now }: { figure: HealthFigure; now: number }) {
  const { name, of, value } = figure
  const isInstant = name.endsWith('_at') && typeof value === 'string'
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 break-words text-foreground-muted">
        {of === null ? messages.figures[name] : placeOf(of)}
      </dt>
      <dd
        className="tabular-nums max-w-1/2 min-w-0 text-right font-semibold break-words"
        {...(isInstant && { title: formatTimestamp(value) })}
      >
        {formatFigure(figure, now)}
      </dd>
    </div>
  )
}

/** `host folder` as `host 데이터 폴더`. */
function placeOf(place: string): string {
  const [host = '', folder = ''] = place.split(' ')
  return `${host} ${messages.folders[folder] ?? folder}`
}
