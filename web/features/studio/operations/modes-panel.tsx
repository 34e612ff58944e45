import type { OperationModes } from '#contract/operations/modes.ts'
import { endpoints } from '#contract/index.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { modesMessages as messages } from './modes-messages.ko.ts'
import { openLogLevelDialog, openMaintenanceDialog } from './modes-dialogs.tsx'
import { editOptions } from './queries.ts'

const { endMaintenance, resetLogLevel } = endpoints.studio_operations

/** Whether the site is open to viewers, and what the processes log. */
export const ModesPanel = (modes: OperationModes) => (
  <div className="grid gap-4 md:grid-cols-2">
    <MaintenancePanel {...modes} />
    <LogLevelPanel {...modes} />
  </div>
)

function MaintenancePanel(modes: OperationModes) {
  const { maintenance } = modes
  const end = useApiMutation(endMaintenance, {
    ...editOptions(),
    toast: messages.maintenance.ended,
  })
  return (
    <Panel title={messages.maintenance.title}>
      <p role="status" className="font-semibold">
        {maintenance ? messages.maintenance.on : messages.maintenance.off}
      </p>
      {maintenance ? (
        <>
          <p className="mt-2 break-words">{maintenance.message}</p>
          <p className="mt-1 text-sm text-foreground-muted">
            {messages.maintenance.since(
              formatDateTime(maintenance.started_at),
              formatDateTime(maintenance.ends_at),
            )}
          </p>
        </>
      ) : (
        <p className="mt-2 text-sm text-foreground-muted">{messages.maintenance.detail}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => void openMaintenanceDialog(modes)}>
          {maintenance ? messages.maintenance.edit : messages.maintenance.start}
        </Button>
        {maintenance && (
          <Button variant="primary" busy={end.isPending} onClick={() => end.submit({})}>
            {messages.maintenance.end}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function LogLevelPanel(modes: OperationModes) {
  const { log_level } = modes
  const reset = useApiMutation(resetLogLevel, {
    ...editOptions(),
    toast: messages.log_level.was_reset,
  })
  return (
    <Panel title={messages.log_level.title}>
      <p role="status" className="font-semibold">
        {log_level
          ? messages.log_level.on(log_level.level, formatDateTime(log_level.ends_at))
          : messages.log_level.off}
      </p>
      <p className="mt-2 text-sm text-foreground-muted">{messages.log_level.detail}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => void openLogLevelDialog(modes)}>{messages.log_level.edit}</Button>
        {log_level && (
          <Button busy={reset.isPending} onClick={() => reset.submit({})}>
            {messages.log_level.reset}
          </Button>
        )}
      </div>
    </Panel>
  )
}
