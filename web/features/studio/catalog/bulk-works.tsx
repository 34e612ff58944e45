import { useCategories } from './queries.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import type { StudioWorkRow } from '#contract/contents/staff/catalogue.ts'
import {
  studio_publishing,
  type BulkAction,
  type BulkResult,
} from '#contract/contents/staff/publishing.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import {
  BulkBar,
  RefusedList,
  type useRowSelection,
} from '#web/features/studio/list/row-selection.tsx'
import { studioWorkPath } from '#web/routing/studio-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/form-controls.tsx'
import { useState } from 'react'
import { studioCatalogMessages } from './messages.ko.ts'

const messages = studioCatalogMessages.bulk
type Edit = { action: BulkAction; category_id?: number }

const sendEdit = (edit: Edit & { items: { id: number; version: number }[] }) =>
  call(studio_publishing.editWorks, { body: edit })

/** Edits of the selected works, with what could not be changed and an undo. */
export function useBulkWorks(selection: ReturnType<typeof useRowSelection<StudioWorkRow>>) {
  const [refused, setRefused] = useState<readonly BulkResult[]>([])
  const invalidates = [
    studioKeys.titles(),
    studioKeys.title(),
    studioKeys.schedule(),
    studioKeys.audit(),
  ]
  const undo = useApiMutation(studio_publishing.undoEdits, {
    invalidates,
    onSuccess({ results }) {
      const failures = results.filter(({ outcome }) => outcome === 'refused')
      setRefused(failures)
      const count = results.length - failures.length
      if (count > 0) toasts.show(messages.undone(count), 'success')
    },
  })
  const edit = useApiMutation(sendEdit, {
    invalidates,
    onSuccess({ results }, { action }) {
      const changed = results.flatMap(({ entry_id }) => (entry_id === null ? [] : [entry_id]))
      const failures = results.filter(({ outcome }) => outcome === 'refused')
      setRefused(failures)
      // Rows that could not be changed stay selected, to be tried again.
      selection.select(failures.map(({ id }) => id))
      if (changed.length > 0)
        toasts.show(messages.done[action](changed.length), 'success', {
          label: messages.undo,
          run: () => undo.submit({ body: { entry_ids: changed } }),
        })
      else if (failures.length === 0) toasts.show(messages.unchanged)
    },
  })
  const run = (change: Edit) => {
    const items = selection.rows.map(({ id, version }) => ({ id, version }))
    if (items.length > 0) edit.submit({ ...change, items })
  }
  const chooseCategory = () =>
    void openCategoryDialog(selection.rows.length).then((change) => change && run(change))
  usePageActions(
    selection.rows.length === 0
      ? []
      : [
          {
            key: 'bulk-publish',
            title: messages.publish_selected,
            run: () => run({ action: 'publish' }),
          },
          { key: 'bulk-hide', title: messages.hide_selected, run: () => run({ action: 'hide' }) },
          { key: 'bulk-category', title: messages.category_selected, run: chooseCategory },
        ],
  )
  return {
    run,
    chooseCategory,
    refused,
    isPending: edit.isPending || undo.isPending,
    dismiss: () => setRefused([]),
  }
}

type Bulk = ReturnType<typeof useBulkWorks>

export function BulkWorkBar({
  selection,
  bulk: { run, chooseCategory, isPending },
}: {
  selection: ReturnType<typeof useRowSelection<StudioWorkRow>>
  bulk: Bulk
}) {
  return (
    <BulkBar selection={selection}>
      <Button
        variant="primary"
        icon="eye"
        busy={isPending}
        onClick={() => run({ action: 'publish' })}
      >
        {messages.publish}
      </Button>
      <Button variant="outline" busy={isPending} onClick={() => run({ action: 'hide' })}>
        {messages.hide}
      </Button>
      <Button variant="outline" busy={isPending} onClick={chooseCategory}>
        {messages.category}
      </Button>
    </BulkBar>
  )
}

/** The works of the last edit that were not changed, with the reason. */
export function RefusedWorks({
  bulk: { refused, dismiss },
  rows,
}: {
  bulk: Bulk
  rows: readonly StudioWorkRow[]
}) {
  const titleOf = ({ id, title }: BulkResult) =>
    title ?? rows.find((row) => row.id === id)?.title ?? studioCatalogMessages.work.number(id)
  return (
    <RefusedList
      heading={messages.refused(refused.length)}
      rows={refused.map((result, index) => ({
        key: `${result.id}-${index}`,
        title: titleOf(result),
        reason: result.refusal ? messages.refusals[result.refusal] : '',
        ...(result.refusal !== 'not_found' && { to: studioWorkPath(result.id) }),
      }))}
      onDismiss={dismiss}
    />
  )
}

/** @returns the edit, or undefined if dismissed. */
const openCategoryDialog = (count: number) =>
  dialogs.open<Edit>({ label: messages.category_title }, (close) => (
    <StaffQueryProvider>
      <CategoryChoice count={count} close={close} />
    </StaffQueryProvider>
  ))

function CategoryChoice({ count, close }: { count: number; close: (edit?: Edit) => void }) {
  const categories = useCategories()
  const [chosen, setCategory] = useState<number>()
  const category_id = chosen ?? categories[0]?.id
  return (
    <DialogBody
      title={messages.category_title}
      onClose={() => close()}
      actions={
        <>
          <Button
            variant="outline"
            disabled={category_id === undefined}
            onClick={() =>
              category_id !== undefined && close({ action: 'remove_category', category_id })
            }
          >
            {messages.remove_category}
          </Button>
          <Button
            variant="primary"
            disabled={category_id === undefined}
            onClick={() =>
              category_id !== undefined && close({ action: 'add_category', category_id })
            }
          >
            {messages.add_category}
          </Button>
        </>
      }
    >
      <p className="mb-4">{messages.category_detail(count)}</p>
      <SelectField
        label={studioCatalogMessages.list.category}
        value={category_id ?? ''}
        onChange={({ target }) => setCategory(Number(target.value))}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </DialogBody>
  )
}
