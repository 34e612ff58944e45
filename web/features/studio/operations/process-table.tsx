import type { ProcessHealth } from '#contract/operations/health.ts'
import { type Column, DataTable } from '#web/features/studio/list/data-table.tsx'
import { formatRelativeTime, formatTimestamp } from '#web/lib/format.ts'
import { operationsMessages } from './messages.ko.ts'
import { StateBadge } from './state-badge.tsx'

const messages = operationsMessages.processes

const columnsAt = (now: number): readonly Column<ProcessHealth>[] => {
  const since = (instant: string) => (
    <span title={formatTimestamp(instant)}>{formatRelativeTime(instant, now)}</span>
  )
  return [
    {
      key: 'name',
      title: messages.name,
      cell: ({ kind, name }) => (
        <>
          <span className="font-semibold">{messages.kinds[kind]}</span>{' '}
          <span className="break-all text-foreground-muted">{name.slice(kind.length + 1)}</span>
        </>
      ),
    },
    { key: 'state', title: messages.state, cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'version', title: messages.version, cell: ({ version }) => version },
    { key: 'log_level', title: messages.log_level, cell: ({ log_level }) => log_level },
    { key: 'started', title: messages.started, cell: ({ started_at }) => since(started_at) },
    { key: 'reported', title: messages.reported, cell: ({ reported_at }) => since(reported_at) },
  ]
}

/** Servers and workers with version, age and last report. */
export const ProcessTable = ({
  processes,
  now,
}: {
  processes: readonly ProcessHealth[]
  now: number
}) =>
  processes.length > 0 ? (
    <DataTable
      label={messages.title}
      columns={columnsAt(now)}
      rows={processes}
      keyOf={({ name }) => name}
    />
  ) : (
    <p className="text-sm text-foreground-muted">{messages.none}</p>
  )
