import type { WorkList } from '#contract/watch-history/lists.ts'
import * as lists from '#web/api/endpoints/lists.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { CreateListForm } from './list-parts.tsx'
import { listMessages as messages } from './messages.ko.ts'
import { listKeys } from '#web/features/library/query-keys.ts'
import { listsQuery } from './queries.ts'

export function openListPicker(series_id: number): void {
  void dialogs.open({ label: messages.add }, (close) => (
    <MemberQueryProvider>
      <DialogBody title={messages.add} onClose={() => close()}>
        <ListPicker series_id={series_id} />
      </DialogBody>
    </MemberQueryProvider>
  ))
}

function ListPicker({ series_id }: { series_id: number }) {
  const query = useQuery(listsQuery(series_id))
  const skeleton = <div aria-hidden="true" className="shimmer h-24 rounded-control" />
  return (
    <div className="text-foreground">
      {query.data ? (
        <ul className="mb-4">
          {query.data.results.map((list) => (
            <li key={list.id}>
              <ListChoice list={list} series_id={series_id} />
            </li>
          ))}
        </ul>
      ) : (
        <QueryPlaceholder query={query} skeleton={skeleton} />
      )}
      <CreateListForm
        series_id={series_id}
        onCreated={({ name }) => void toasts.show(messages.added(name), 'success')}
      />
    </div>
  )
}

function ListChoice({ list, series_id }: { list: WorkList; series_id: number }) {
  const { id, name, has_work } = list
  const changing = useApiMutation(
    (isAdded: boolean): Promise<unknown> =>
      isAdded
        ? apiRequest(lists.addListWork, { params: { id }, body: { series_id } })
        : apiRequest(lists.removeListWork, { params: { id }, query: { series_id } }),
    {
      invalidates: [listKeys.all],
      toast: (_, isAdded) => (isAdded ? messages.added(name) : messages.removed(name)),
    },
  )
  return (
    <Checkbox
      label={
        <span className="min-w-0 grow">
          <span className="block truncate">{name}</span>
          <span className="block text-sm text-foreground-subtle">
            {messages.count(list.work_count)}
          </span>
        </span>
      }
      checked={changing.isPending ? changing.input : has_work}
      onChange={({ currentTarget }) => changing.submit(currentTarget.checked)}
    />
  )
}
