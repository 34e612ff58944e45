import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { operationsMessages as messages } from './messages.ko.ts'
import { runbookQuery } from './queries.ts'

/** Opens a section of the operations manual, which the installation has itself. */
export const openRunbook = (name: string, label: string) =>
  dialogs.open<null>({ label: messages.runbook_of(label), wide: true }, (close) => (
    <StaffQueryProvider>
      <DialogBody
        title={messages.runbook_of(label)}
        actions={<Button onClick={() => close(null)}>{messages.close}</Button>}
      >
        <Runbook name={name} />
      </DialogBody>
    </StaffQueryProvider>
  ))

function Runbook({ name }: { name: string }) {
  const query = useQuery(runbookQuery(name))
  return (
    <QueryContent query={query} skeletonRows={3}>
      {({ title, text }) => (
        <div lang="en">
          <p className="font-semibold">{title}</p>
          <p className="mt-2 text-sm break-words whitespace-pre-wrap">{text}</p>
          <p className="mt-4 text-xs text-foreground-subtle">
            {messages.runbook_source}#{name}
          </p>
        </div>
      )}
    </QueryContent>
  )
}
